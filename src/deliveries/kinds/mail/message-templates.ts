import type { MessageTemplate } from './mail-shapes.ts';

export const mostMessageTemplates = 100;

/** The message templates of the studio. Calls reject when the database cannot be reached. */
export interface MessageTemplates {
  /** Returns the templates, oldest first. */
  list(): Promise<readonly MessageTemplate[]>;
  /** Adds a template, or returns the existing template with the same text. */
  add(text: string): Promise<MessageTemplate | 'too-many'>;
  remove(id: string): Promise<'removed' | 'missing'>;
}
