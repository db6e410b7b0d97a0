import type { MailLogo } from './mail-logo.ts';
import type { MailLook } from './mail-look.ts';

/** A line of the box in a mail. */
export interface MailFact {
  readonly label: string;
  readonly value: string;
  /** Label and value as one line of text. */
  readonly line: string;
}

/** A paragraph, the words of a person that the mail passes on, or a box of facts. */
export type MailPart = string | { readonly quote: string } | { readonly facts: readonly MailFact[] };

/** The content of a mail before it is rendered as text and HTML. No part of it is HTML. */
export interface MailContent {
  /** Also the heading of the HTML. */
  readonly subject: string;
  /** The studio that writes, at the head of the mail. */
  readonly sender?: string | null;
  readonly logo?: MailLogo;
  readonly look?: MailLook;
  /** What a list of mails shows beside the subject. */
  readonly preview?: string;
  readonly paragraphs: readonly MailPart[];
  /** Set where the studio wrote the paragraphs. Their links can be followed. */
  readonly byStudio?: true;
  readonly link: { readonly label: string; readonly url: string } | null;
  /** The reason why the reader gets the mail. */
  readonly footer: string;
}

/** Returns the text part, in the order of the HTML. */
export function textOf({ paragraphs, link, footer }: MailContent): string {
  const parts = [...paragraphs.map(partText), ...(link ? [`${link.label}\n${link.url}`] : []), `-- \n${footer}`];
  return `${parts.join('\n\n')}\n`;
}

function partText(part: MailPart): string {
  if (typeof part === 'string') return part;
  return 'quote' in part ? part.quote : part.facts.map(({ line }) => line).join('\n');
}
