import { createKeptCell } from '../cells/kept-cell.ts';

/** Texts that come with the page, in the language of the mail. */
export const offeredTemplates = ['accepted', 'question', 'waitlisted', 'declined'] as const;

export type OfferedTemplate = (typeof offeredTemplates)[number];

const maxTemplates = 30;

/** Texts that a person uses again and again, kept in this browser. */
export const ownTemplates = createKeptCell<readonly string[]>('inbox-templates', [], parse);

export function keepTemplate(text: string): void {
  ownTemplates.set([...ownTemplates.value.filter((other) => other !== text), text].slice(-maxTemplates));
}

export function forgetTemplate(text: string): void {
  ownTemplates.set(ownTemplates.value.filter((other) => other !== text));
}

function parse(value: unknown): readonly string[] | null {
  return Array.isArray(value) ? value.filter((text) => typeof text === 'string') : null;
}
