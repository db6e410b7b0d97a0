import type { Draft } from '../draft/draft.ts';
import { useTranslator } from '../language/translator-context.ts';

/** Mail programs cut longer addresses off. */
const maxBodyCharacters = 1500;

/** Whom to write to instead, with what was written so far. */
export function ContactNote({ contact, draft }: { contact: string; draft: Draft }) {
  const { text } = useTranslator();
  const [before = '', after = ''] = text('failureContact', { address: '\n' }).split('\n');
  const body = [draft.message.slice(0, maxBodyCharacters).toWellFormed(), draft.customerName].join('\n\n');
  const query = `subject=${encodeURIComponent(text('title'))}&body=${encodeURIComponent(body)}`;
  return (
    <p>
      {before}
      <a href={`mailto:${encodeURIComponent(contact).replaceAll('%40', '@')}?${query}`}>
        <bdi>{contact}</bdi>
      </a>
      {after}
    </p>
  );
}
