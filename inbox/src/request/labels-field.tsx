import { useId, useState } from 'preact/hooks';
import type { InboxRequest } from '../api/shapes.ts';
import { useTranslator } from '../language/translator-context.ts';
import { type LabelFault, labelFault, labelFaultKeys } from '../model/labels.ts';
import { useKnownLabels } from '../parts/known-labels.ts';
import type { Change } from './use-change.ts';

interface LabelsFieldProps {
  readonly request: InboxRequest;
  readonly change: Change;
  readonly mayWrite: boolean;
}

export function LabelsField({ request: { labels }, change, mayWrite }: LabelsFieldProps) {
  const { text } = useTranslator();
  return (
    <section class="labels" aria-labelledby="labels">
      <h2 id="labels">{text('labels')}</h2>
      {labels.length === 0 && !mayWrite && <p class="muted">{text('none')}</p>}
      <ul class="label-chips">
        {labels.map((label) => (
          <li key={label} class="chip">
            <bdi>{label}</bdi>
            {mayWrite && (
              <button
                type="button"
                aria-label={text('labelRemove', { label })}
                onClick={() => void change({ labels: labels.filter((other) => other !== label) })}
              >
                ×
              </button>
            )}
          </li>
        ))}
      </ul>
      {mayWrite && <NewLabel labels={labels} onAdd={(label) => void change({ labels: [...labels, label] })} />}
    </section>
  );
}

const none: readonly string[] = [];

function NewLabel({ labels, onAdd }: { readonly labels: readonly string[]; onAdd(label: string): void }) {
  const { text } = useTranslator();
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<LabelFault | null>(null);
  const list = useId();
  const known = useKnownLabels(none).filter((label) => !labels.includes(label));

  function add(): void {
    const label = typed.normalize().trim();
    const found = label === '' ? null : labelFault(label, labels);
    setFault(found);
    if (label === '' || found !== null) return;
    onAdd(label);
    setTyped('');
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <input
        type="text"
        aria-label={text('labelNew')}
        placeholder={text('labelNew')}
        autocomplete="off"
        dir="auto"
        list={list}
        value={typed}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <datalist id={list}>
        {known.map((label) => (
          <option key={label} value={label} />
        ))}
      </datalist>
      {typed.trim() !== '' && (
        <button type="submit" class="small">
          {text('labelAdd')}
        </button>
      )}
      {fault !== null && (
        <p class="fault" role="alert">
          {text(labelFaultKeys[fault])}
        </p>
      )}
    </form>
  );
}
