import { type TryCause, tryCauses } from '../../../src/operators/deliveries/ledger/try-cause.ts';
import { useTranslator } from '../language/translator-context.ts';

export interface TryReasonProps {
  /** Null when no attempt has failed. */
  readonly cause: TryCause | null;
  /** In English. */
  readonly detail: string | null;
}

/** Causes that cover several faults. The detail names the fault. */
const vague: readonly TryCause[] = [
  'no-connection',
  'private-address',
  'bad-certificate',
  'broken-off',
  'not-composed',
];

/** The reason for the outcome of an attempt. */
export function TryReason({ cause, detail }: TryReasonProps) {
  const { text } = useTranslator();
  // A page that was loaded before an upgrade may not know the cause.
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
