import { useState } from 'preact/hooks';
import { failureText } from '../language/failure-text.ts';
import { useTranslator } from '../language/translator-context.ts';
import { type EraseProgress, eraseAll } from '../model/erase-run.ts';
import { useInbox } from '../model/inbox-context.ts';
import type { LoadedScope, Scope } from '../model/scope.ts';
import { Dialog } from '../parts/dialog.tsx';
import { removeTextDrafts } from '../parts/text-draft.ts';
import { TypedConfirmation } from '../parts/typed-confirmation.tsx';
import { type LoadingPhase, useLoadedScope } from './use-loaded-scope.ts';

interface EraseManyProps {
  readonly scope: Scope;
  onClose(hasErased: boolean): void;
}

type Phase =
  | LoadingPhase
  | { readonly name: 'running'; readonly progress: EraseProgress }
  /** With an error when the run stopped early. */
  | { readonly name: 'done'; readonly progress: EraseProgress; readonly error: unknown };

/** Counts the chosen requests, makes the person type their number, and erases them one by one. */
export function EraseMany({ scope, onClose }: EraseManyProps) {
  const translator = useTranslator();
  const { text } = translator;
  const { call, requests } = useInbox();
  const [phase, setPhase] = useState<Phase>({ name: 'loading', found: 0 });
  const abortController = useLoadedScope(scope, setPhase);

  async function run({ requests: chosen }: LoadedScope): Promise<void> {
    const ids = chosen.map(({ id }) => id);
    let progress: EraseProgress = { total: ids.length, done: 0 };
    setPhase({ name: 'running', progress });
    const erased = (next: EraseProgress, id: string) => {
      progress = next;
      removeTextDrafts(id);
      setPhase({ name: 'running', progress });
      void requests.load(id).catch(() => null);
    };
    const error = await eraseAll(
      ids,
      (id) => call('DELETE', `/requests/${id}`),
      erased,
      abortController.current.signal,
    ).then(
      () => null,
      (reason: unknown) => reason,
    );
    setPhase({ name: 'done', progress, error });
  }

  const stop = () => abortController.current.abort();
  const close = () => onClose(phase.name === 'done' && phase.progress.done > 0);
  return (
    <Dialog title={text('eraseManyTitle')} onClose={phase.name === 'running' ? stop : close}>
      {phase.name === 'loading' && <p role="status">{text('bulkChoosing', { count: phase.found })}</p>}
      {phase.name === 'failed' && (
        <p class="fault" role="alert">
          {failureText(translator, phase.error)}
        </p>
      )}
      {phase.name === 'confirming' && (
        <>
          <p>{text('eraseManyQuestion', { count: phase.scope.requests.length })}</p>
          {phase.scope.isTruncated && <p class="fault">{text('bulkCut')}</p>}
          {phase.scope.requests.length > 0 && (
            <TypedConfirmation
              expected={String(phase.scope.requests.length)}
              confirm={text('eraseConfirm')}
              isBusy={false}
              onConfirm={() => void run(phase.scope)}
              onCancel={close}
            />
          )}
        </>
      )}
      {phase.name === 'running' && <Running progress={phase.progress} onStop={stop} />}
      {phase.name === 'done' && (
        <>
          <div role="status">
            <p>{text('erasedMany', { count: phase.progress.done })}</p>
            {phase.progress.done < phase.progress.total && (
              <p>{text('bulkRest', { count: phase.progress.total - phase.progress.done })}</p>
            )}
          </div>
          {phase.error !== null && (
            <p class="fault" role="alert">
              {failureText(translator, phase.error)}
            </p>
          )}
          <footer>
            <button type="button" class="primary" autofocus onClick={close}>
              {text('close')}
            </button>
          </footer>
        </>
      )}
    </Dialog>
  );
}

function Running({ progress, onStop }: { readonly progress: EraseProgress; onStop(): void }) {
  const { text } = useTranslator();
  const { done, total } = progress;
  return (
    <>
      <progress max={total} value={done} aria-label={text('bulkProgress', { done, total })} />
      <p role="status">{text('bulkProgress', { done, total })}</p>
      <footer>
        <button type="button" class="quiet" onClick={onStop}>
          {text('bulkStop')}
        </button>
      </footer>
    </>
  );
}
