import {
  CircleCheck,
  CircleDashed,
  CloudOff,
  ExternalLink,
  History,
  LoaderCircle,
  Redo2,
  Share2,
  TriangleAlert,
  Undo2,
} from 'lucide';
import { useState } from 'preact/hooks';
import { Icon } from '../../../page-kit/icon.tsx';
import { useFormWords, useTranslator } from '../language/translator-context.ts';
import { lazyComponent, Nothing } from '../parts/lazy-component.tsx';
import { useFormUrl } from '../parts/loaded-part.tsx';
import { Link, useRouter } from '../router/router.tsx';
import { hasOffer } from './draft/draft-shapes.ts';
import type { SaveState } from './draft/form-state.ts';
import type { Path } from './draft/paths.ts';
import { pageOfKey } from './draft/saved-keys.ts';
import { faultSentence } from './fields/fault-sentence.ts';
import { useForm } from './fields/form-context.ts';
import { PublishSheet } from './publish-sheet.tsx';

const icons = {
  saved: CircleCheck,
  waiting: LoaderCircle,
  unreachable: CloudOff,
  refused: TriangleAlert,
  forbidden: TriangleAlert,
  conflict: TriangleAlert,
} as const satisfies Record<SaveState, unknown>;

const ShareDialog = lazyComponent(
  () => import('./share/share-dialog.tsx').then((loaded) => loaded.ShareDialog),
  Nothing,
);

/** The state of the draft, undo and redo, and the button that publishes. */
export function EditorBar({ onFault }: { onFault(path: Path): void }) {
  const words = useFormWords();
  const translator = useTranslator();
  const { text } = words;
  const { model, state } = useForm();
  const { save, history, draft, faults, studio } = state;
  const formUrl = useFormUrl();
  const router = useRouter();
  const [isPublishing, setPublishing] = useState(false);
  const [isSharing, setSharing] = useState(false);
  const ofWhole = faults.find(({ path }) => path.length === 0);
  const hasNews = draft.changed.length > 0 || save !== 'saved';
  const isPublished = !hasNews && hasOffer(studio);

  async function publish(): Promise<void> {
    await model.flush();
    const { faults: found, conflict } = model.state.value;
    if (found[0]) showFault(found[0].path);
    else if (conflict === null) setPublishing(true);
  }

  function showFault(path: readonly string[]): void {
    const page = pageOfKey(path[0] ?? '');
    if (page !== undefined) {
      router.go(page);
      return;
    }
    onFault([...path]);
    // The part with the control opens first.
    requestAnimationFrame(() => requestAnimationFrame(() => focusPath(path)));
  }

  return (
    <div class="form-bar">
      <p class={`form-save form-save-${isPublished ? 'published' : save}`} role="status">
        <Icon of={save === 'saved' && !isPublished ? CircleDashed : icons[save]} />
        {save === 'saved'
          ? text(hasNews ? 'saveDraft' : isPublished ? 'savePublished' : 'saveNew')
          : text(`save_${save}`)}
      </p>
      {ofWhole && <p class="form-fault">{faultSentence(words, ofWhole)}</p>}
      {faults[0] && !ofWhole && (
        <button type="button" class="quiet bad" onClick={() => showFault(faults[0]?.path ?? [])}>
          {text('faultsToCheck', { count: faults.length })}
        </button>
      )}
      <span class="form-bar-end">
        <button
          type="button"
          class="quiet icon"
          aria-label={text('undo')}
          title={text('undo')}
          aria-disabled={history.past.length === 0}
          onClick={model.undo}
        >
          <Icon of={Undo2} />
        </button>
        <button
          type="button"
          class="quiet icon"
          aria-label={text('redo')}
          title={text('redo')}
          aria-disabled={history.future.length === 0}
          onClick={model.redo}
        >
          <Icon of={Redo2} />
        </button>
        {formUrl && (
          <a class="button button-plain" href={formUrl} target="_blank" rel="noopener noreferrer">
            <Icon of={ExternalLink} /> <span>{translator.text('firstFormOpen')}</span>
          </a>
        )}
        <Link class="button button-plain" to="/settings/form/revisions">
          <Icon of={History} /> <span>{text('revisions')}</span>
        </Link>
        {formUrl && (
          <button type="button" class="button button-plain" onClick={() => setSharing(true)}>
            <Icon of={Share2} /> <span>{text('share')}</span>
          </button>
        )}
        <button type="button" class="primary" aria-disabled={!hasNews} onClick={() => hasNews && void publish()}>
          {text('publish')}
        </button>
      </span>
      {isSharing && formUrl && (
        <ShareDialog formUrl={formUrl} types={studio.document.types} onClose={() => setSharing(false)} />
      )}
      {isPublishing && <PublishSheet onClose={() => setPublishing(false)} />}
    </div>
  );
}

/** Focuses the control of the path, or of the closest path around it. */
function focusPath(path: readonly string[]): void {
  for (let length = path.length; length > 0; length -= 1) {
    const found = document.querySelector<HTMLElement>(`[data-path="${CSS.escape(path.slice(0, length).join('/'))}"]`);
    if (!found) continue;
    found.scrollIntoView({ block: 'center' });
    found.focus();
    return;
  }
}
