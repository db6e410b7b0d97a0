import type { ComponentChildren } from 'preact';
import type { StatusMessages } from '../../events/status-links/messages/status-messages.ts';

interface ContactNoteProps {
  readonly address: string;
  readonly subject: string;
  readonly messages: StatusMessages;
}

/** The sentence on questions, with a link that writes a mail. */
export function ContactNote({ address, subject, messages }: ContactNoteProps) {
  const to = encodeURIComponent(address).replace('%40', '@');
  return (
    <Filled template={messages.contact}>
      <a href={`mailto:${to}?subject=${encodeURIComponent(subject)}`}>{address}</a>
    </Filled>
  );
}

interface FilledProps {
  /** A text with one name in braces, which the children replace. */
  readonly template: string;
  readonly children: ComponentChildren;
}

export function Filled({ template, children }: FilledProps) {
  const [before, after] = template.split(/\{\w+\}/);
  return (
    <>
      {before}
      <bdi>{children}</bdi>
      {after}
    </>
  );
}
