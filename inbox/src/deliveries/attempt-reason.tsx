import { type AttemptCause, attemptCauses } from '../../../src/deliveries/ledger/attempt-cause.ts';
import { useTranslator } from '../language/translator-context.ts';

interface AttemptReasonProps {
  /** Null when no attempt has failed. */
  readonly cause: AttemptCause | null;
  /** In English. */
  readonly detail: string | null;
}

/** Causes that cover several faults. The detail names the fault. */
const vague: readonly AttemptCause[] = [
  'no-connection',
  'private-address',
  'bad-certificate',
  'broken-off',
  'not-composed',
];

/** The reason for the outcome of an attempt. */
export function AttemptReason({ cause, detail }: AttemptReasonProps) {
  const { text } = useTranslator();
  // A page that was loaded before an upgrade may not know the cause.
  const isKnown = cause !== null && attemptCauses.includes(cause);
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
