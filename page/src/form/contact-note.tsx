import type { Draft } from '../draft/draft.ts';
import { useTranslator } from '../language/translator-context.ts';

/** Mail programs truncate longer `mailto:` addresses. */
const maxBodyCharacters = 1500;

/** Offers to send the draft by mail instead. */
export function ContactNote({ contact, draft }: { contact: string; draft: Draft }) {
  const { text } = useTranslator();
  const [before = '', after = ''] = text('failureContact', { address: '\n' }).split('\n');
  const body = [draft.message.slice(0, maxBodyCharacters).replace(/\p{Cs}/gu, ''), draft.customerName].join('\n\n');
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
