import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useCell } from '../cells/cell.ts';
import { useFormWords, useTranslator } from '../language/translator-context.ts';
import { useLocation, useRouter } from '../router/router.tsx';
import { ConflictChoice } from './conflict-choice.tsx';
import type { SentStudio, Studio, StudioKey } from './draft/draft-shapes.ts';
import type { PartSpec } from './draft/field-specs.ts';
import { faultsToShow } from './draft/form-faults.ts';
import type { FormModel } from './draft/form-model.ts';
import { languagesOf, textsOf } from './draft/localized.ts';
import type { Path } from './draft/paths.ts';
import { EditorBar } from './editor-bar.tsx';
import { EditorPart } from './editor-part.tsx';
import { FormProvider } from './fields/form-context.ts';
import { LanguageBar } from './language-bar.tsx';
import { addressOfPart, PartList } from './part-list.tsx';
import { partTable } from './part-table.ts';
import { Preview } from './preview.tsx';
import { StartingPoints } from './starting-points/starting-points.tsx';

/** The names of the parts, the fields of one of them, and the preview, side by side where there is room. */
export function FormEditor({ model }: { readonly model: FormModel }) {
  const { language: own } = useTranslator();
  const state = useCell(model.state);
  const { document, studio } = state;
  /** The path of the field that has the focus. */
  const [written, setWritten] = useState<string | null>(null);
  const faults = faultsToShow(state.faults, written);
  const save = state.faults.length > 0 && faults.length === 0 ? 'waiting' : state.save;
  const [view, setView] = useState<View>('edit');
  const [chosen, choose] = useState<string | null>(null);
  const [more, setMore] = useState<readonly string[]>([]);
  const [added, setAdded] = useState<string | null>(null);
  const [wanted, want] = useState<Path | null>(null);
  const router = useRouter();
  const { route } = useLocation();
  const named = partTable.find(({ keys }) => route.name === 'settings' && keys.some((key) => key === route.item));
  const part = named ?? partTable[0];
  const fields = useFieldsOf(named);
  const shown = useMemo(() => withLocked(document, studio), [document, studio]);
  const used = useMemo(() => languagesOf(textsOf(shown)), [shown]);
  const languages = [...new Set([...used, ...more])];
  const language = chosen ?? (used.includes(own) ? own : 'en');
  const isLocked = (key: StudioKey) => studio.locked.includes(key);

  function showFault(path: Path): void {
    const faulty = partTable.find(({ keys }) => keys.some((key) => key === path[0]));
    if (faulty) router.go(addressOfPart(faulty));
    want(path);
  }

  return (
    <FormProvider
      value={{ model, state: { ...state, faults, save }, shown, language, languages, added, setAdded, wanted }}
    >
      <div class={`form-editor form-editor-${view} ${named ? '' : 'form-editor-list'}`}>
        <PartList parts={partTable} shown={part} />
        <EditorBar onFault={showFault} />
        <ViewTabs view={view} onChoose={setView} />
        <StartingPoints onLanguage={choose} />
        <div
          ref={fields}
          class="form-fields"
          onFocusIn={({ target }) => setWritten((target as HTMLElement).dataset.path ?? null)}
          onFocusOut={() => setWritten(null)}
        >
          <LanguageBar
            onChoose={(next) => {
              setMore([...new Set([...more, next])]);
              choose(next);
            }}
          />
          {part && <EditorPart key={part.title} part={part} isLocked={part.keys.some(isLocked)} />}
        </div>
        <Preview />
      </div>
      <ConflictChoice />
    </FormProvider>
  );
}

const withLocked = (document: Studio, { document: set, locked }: SentStudio): Studio => ({
  ...document,
  ...Object.fromEntries(locked.map((key) => [key, set[key]])),
});

/** Returns the reference of the fields. Those of another part begin at their top. */
function useFieldsOf(part: PartSpec | undefined) {
  const fields = useRef<HTMLDivElement>(null);
  const isFirst = useRef(true);
  useLayoutEffect(() => {
    fields.current?.scrollTo(0, 0);
    // On a phone the list with the pressed link is gone.
    const isListGone = document.querySelector('.form-parts')?.checkVisibility() === false;
    if (isListGone && !isFirst.current) fields.current?.querySelector('h2')?.focus();
    isFirst.current = false;
  }, [part]);
  return fields;
}

type View = 'edit' | 'preview';

/** On a narrow window the preview is a page of its own. */
function ViewTabs({ view, onChoose }: { readonly view: View; onChoose(view: View): void }) {
  const { text } = useFormWords();
  return (
    <div class="form-views button-group">
      {(['edit', 'preview'] as const).map((name) => (
        <button key={name} type="button" class="button" aria-pressed={view === name} onClick={() => onChoose(name)}>
          {text(name)}
        </button>
      ))}
    </div>
  );
}
