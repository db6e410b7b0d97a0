import { FilePlus, Frame, PenTool } from 'lucide';
import { useState } from 'preact/hooks';
import { Icon } from '../../../../page-kit/icon.tsx';
import { languageOf } from '../../../../src/platform/language/languages.ts';
import { useFormWords, useTranslator } from '../../language/translator-context.ts';
import type { Studio } from '../draft/draft-shapes.ts';
import { useForm } from '../fields/form-context.ts';
import { startingPoint } from './starting-points.ts';

const kinds = ['illustrator', 'painter', 'empty'] as const;
const icons = { illustrator: PenTool, painter: Frame, empty: FilePlus } as const;

/** Three forms to begin with, until the studio has a text or a revision. */
export function StartingPoints({ onLanguage }: { onLanguage(language: string): void }) {
  const { text } = useFormWords();
  const { language } = useTranslator();
  const { model, state, shown } = useForm();
  const [isDismissed, dismiss] = useState(false);
  const { studio, draft } = state;
  const isNew = studio.published === null && studio.locked.length === 0 && draft.basedOn === null;
  const isEmpty = shown.title === null && shown.types.length === 0 && shown.extras.length === 0;
  if (!isNew || !isEmpty || isDismissed) return null;

  function begin(kind: (typeof kinds)[number]): void {
    if (kind === 'empty') {
      dismiss(true);
      return;
    }
    const readers = navigator.languages.flatMap((tag) => languageOf(tag) ?? []);
    const chosen = startingPoint(kind, [language, ...readers]);
    model.replace({ ...model.state.value.document, ...chosen } as Studio);
    onLanguage(language);
  }

  return (
    <section class="form-start" aria-labelledby="form-start">
      <h2 id="form-start">{text('startTitle')}</h2>
      <p class="muted">{text('startHint')}</p>
      <ul>
        {kinds.map((kind) => (
          <li key={kind} class="card card-link">
            <button type="button" onClick={() => begin(kind)}>
              <Icon of={icons[kind]} /> {text(`start_${kind}`)}
            </button>
            <p class="muted">{text(`start_${kind}_hint`)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
