import { useEffect } from 'preact/hooks';
import { useAnnouncer } from '../../../page-kit/announcer.tsx';
import { useTranslator } from '../language/translator-context.ts';
import { likelyEmail } from '../rules/likely-email.ts';

export interface EmailSuggestionProps {
  /** Address that the customer has left in the form. */
  readonly leftEmail: string;
  onCorrect(address: string): void;
}

/** Asks about an address that is probably mistyped. It can be sent all the same. */
export function EmailSuggestion({ leftEmail, onCorrect }: EmailSuggestionProps) {
  const { text } = useTranslator();
  const { say } = useAnnouncer();
  const address = likelyEmail(leftEmail);
  const question = address === null ? '' : text('emailDidYouMean', { address });
  useEffect(() => {
    if (question !== '') say(question);
  }, [question]);
  if (address === null) return null;
  return (
    <div class="notice warn suggestion" part="notice">
      <p>{question}</p>
      <button type="button" class="button" part="button" onClick={() => onCorrect(address)}>
        {text('emailCorrect')}
      </button>
    </div>
  );
}
