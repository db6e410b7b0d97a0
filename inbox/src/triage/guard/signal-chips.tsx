import type { InboxRequest } from '../../api/shapes.ts';
import { useIntakeWords } from '../../language/translator-context.ts';

type Signal = NonNullable<InboxRequest['signals']>[number];

/** The reasons of the guard, each as a chip. */
export function SignalChips({ signals }: { readonly signals: readonly Signal[] }) {
  const { text } = useIntakeWords();
  return (
    <ul class="held-signals">
      {signals.map(({ kind }) => (
        <li key={kind} class="chip chip-warn">
          {text(`signal_${kind}`)}
        </li>
      ))}
    </ul>
  );
}
