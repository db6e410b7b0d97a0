/** A text to begin a message to a customer with. */
export interface MessageTemplate {
  readonly id: string;
  readonly text: string;
}

export const mostMessageTemplates = 100;

/** The studio's own. Calls reject when the database cannot be reached. */
export interface MessageTemplates {
  /** Oldest first. */
  list(): Promise<readonly MessageTemplate[]>;
  /** The same text again is the template that is there. */
  add(text: string): Promise<MessageTemplate | 'too-many'>;
  remove(id: string): Promise<'removed' | 'missing'>;
}
