import { type TryCause, tryCauses } from '../../../src/deliveries/try-cause.ts';
import { useTranslator } from '../language/translator-context.ts';

export interface TryReasonProps {
  /** Null for tries of earlier versions. */
  readonly cause: TryCause | null;
  /** In English. */
  readonly detail: string | null;
}

/** They are about more than one fault; the detail says which. */
const vague: readonly TryCause[] = [
  'no-connection',
  'private-address',
  'bad-certificate',
  'broken-off',
  'not-composed',
];

/** Why a try ended as it did. */
export function TryReason({ cause, detail }: TryReasonProps) {
  const { text } = useTranslator();
  // A page that was loaded before an upgrade may not know the word.
  const isKnown = cause !== null && tryCauses.includes(cause);
  return (
    <>
      {isKnown && <p>{text(`cause_${cause}`)}</p>}
      {detail !== null && (!isKnown || vague.includes(cause)) && (
        <p class="detail" lang="en">
          {detail}
        </p>
      )}
    </>
  );
}
