import { useFormWords } from '../language/translator-context.ts';
import { ChangeItem } from './change-item.tsx';
import type { Change } from './draft/describe-changes.ts';

const mostShown = 100;

/** The differences of two documents, each as a sentence. */
export function ChangeList({ changes }: { readonly changes: readonly Change[] }) {
  const { text } = useFormWords();
  if (changes.length === 0) return <p class="muted">{text('changesNone')}</p>;
  return (
    <>
      <ul class="form-changes">
        {changes.slice(0, mostShown).map((change, index) => (
          <ChangeItem key={index} change={change} />
        ))}
      </ul>
      {changes.length > mostShown && <p class="muted">{text('changesMore', { count: changes.length - mostShown })}</p>}
    </>
  );
}
