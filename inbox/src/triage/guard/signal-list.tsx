import type { InboxRequest } from '../../api/shapes.ts';
import { useIntakeWords } from '../../language/translator-context.ts';

type Signal = NonNullable<InboxRequest['signals']>[number];

/** The reasons as sentences. */
export function SignalList({ signals }: { readonly signals: readonly Signal[] }) {
  const { text } = useIntakeWords();
  return (
    <ul class="held-signals">
      {signals.map(({ kind }) => (
        <li key={kind}>{text(`signal_${kind}`)}</li>
      ))}
    </ul>
  );
}
