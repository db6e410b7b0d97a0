import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useCell } from '../cells/cell.ts';
import { failureText } from '../language/failure-text.ts';
import { shownName } from '../language/shown-name.ts';
import { useTranslator } from '../language/translator-context.ts';
import { countMails } from '../model/bulk-mails.ts';
import type { BulkProgress, Skipped } from '../model/bulk-run.ts';
import type { BulkTask } from '../model/bulk-task.ts';
import { useInbox } from '../model/inbox-context.ts';
import type { Scope } from '../model/scope.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Link, useLocation } from '../router/router.tsx';
import { type Bulk, useBulk } from './use-bulk.ts';

interface BulkDialogProps {
  readonly scope: Scope;
  readonly task: BulkTask;
  /** A warning about the task. */
  readonly children: ComponentChildren;
  onClose(hasChanged: boolean): void;
}

/** Counts the chosen requests, asks for confirmation, changes them and shows the outcome. */
export function BulkDialog({ scope, task, children, onClose }: BulkDialogProps) {
  const translator = useTranslator();
  const { text } = translator;
  const bulk = useBulk(scope, task);
  const { phase } = bulk;
  const isRunning = phase.name === 'running';
  const mail = useCell(useInbox().mail);
  const mails = phase.name === 'confirming' ? countMails(task, phase.scope.requests, mail) : 0;
  const close = () => onClose(bulk.hasChanged());
  // A link in the dialog changes the location, which closes the dialog.
  const location = useLocation();
  const first = useRef(location);
  useEffect(() => {
    if (location !== first.current) close();
  }, [location]);
  return (
    <Dialog title={useTaskText(task)} onClose={isRunning ? bulk.stop : close}>
      {children}
      {phase.name === 'loading' && <p role="status">{text('bulkChoosing', { count: phase.found })}</p>}
      {phase.name === 'failed' && (
        <p class="fault" role="alert">
          {failureText(translator, phase.error)}
        </p>
      )}
      {phase.name === 'confirming' && (
        <>
          <p>{text('bulkQuestion', { count: phase.scope.requests.length })}</p>
          {mails > 0 && <p>{text('bulkMails', { count: mails })}</p>}
          {phase.scope.isTruncated && <p class="fault">{text('bulkCut')}</p>}
          <footer>
            <button type="button" class="quiet" onClick={close}>
              {text('cancel')}
            </button>
            {phase.scope.requests.length > 0 && (
              <button type="button" class="primary" autofocus onClick={bulk.start}>
                {text('bulkStart', { count: phase.scope.requests.length })}
              </button>
            )}
          </footer>
        </>
      )}
      {phase.name === 'running' && <Running progress={phase.progress} onStop={bulk.stop} />}
      {phase.name === 'done' && (
        <Done progress={phase.progress} isUndone={phase.isUndone} bulk={bulk} onClose={close}>
          {phase.isUndone && bulk.isUndoLate() && countMails(task, phase.progress.changed, mail) > 0 && (
            <p>{text('bulkMailedTwice')}</p>
          )}
          {phase.error !== null && (
            <p class="fault" role="alert">
              {failureText(translator, phase.error)}
            </p>
          )}
        </Done>
      )}
    </Dialog>
  );
}

function useTaskText(task: BulkTask): string {
  const { text } = useTranslator();
  if (task.kind === 'status') return text('bulkStatus', { status: text(`status_${task.status}`) });
  return text(task.kind === 'add-label' ? 'bulkAddLabel' : 'bulkRemoveLabel', { label: task.label });
}

function Running({
  progress: { done, total, isWaiting },
  onStop,
}: {
  readonly progress: BulkProgress;
  onStop(): void;
}) {
  const { text } = useTranslator();
  return (
    <>
      <progress max={total} value={done} aria-label={text('bulkProgress', { done, total })} />
      <p role="status">{text(isWaiting ? 'bulkWaiting' : 'bulkProgress', { done, total })}</p>
      <footer>
        <button type="button" class="quiet" onClick={onStop}>
          {text('bulkStop')}
        </button>
      </footer>
    </>
  );
}

interface DoneProps {
  readonly progress: BulkProgress;
  readonly isUndone: boolean;
  readonly bulk: Bulk;
  readonly children: ComponentChildren;
  onClose(): void;
}

function Done({ progress, isUndone, bulk, children, onClose }: DoneProps) {
  const { text } = useTranslator();
  const { changed, same, skipped, done, total } = progress;
  const canRepeat = skipped.some(({ current }) => current !== null);
  return (
    <>
      <div role="status">
        <p>{text(isUndone ? 'bulkUndone' : 'bulkChanged', { count: changed.length })}</p>
        {same > 0 && <p>{text('bulkSame', { count: same })}</p>}
        {done < total && <p>{text('bulkRest', { count: total - done })}</p>}
      </div>
      {children}
      {skipped.length > 0 && <SkippedList skipped={skipped} />}
      <footer>
        {canRepeat && !isUndone && (
          <button type="button" class="quiet" onClick={bulk.repeatSkipped}>
            {text('bulkRepeat')}
          </button>
        )}
        {changed.length > 0 && !isUndone && (
          <button type="button" class="quiet" onClick={bulk.undo}>
            {text('undo')}
          </button>
        )}
        <button type="button" class="primary" autofocus onClick={onClose}>
          {text('close')}
        </button>
      </footer>
    </>
  );
}

function SkippedList({ skipped }: { readonly skipped: readonly Skipped[] }) {
  const { text } = useTranslator();
  return (
    <section aria-labelledby="skipped">
      <h3 id="skipped">{text('bulkSkipped', { count: skipped.length })}</h3>
      <ul class="skipped">
        {skipped.map(({ request: { id, number, customerName }, reason, current }) => (
          <li key={id}>
            <Link to={`/requests/${id}`}>{number}</Link> <bdi>{shownName(customerName)}</bdi>:{' '}
            {reason === 'changed' && current
              ? text('skipped_changed', { status: text(`status_${current.status}`) })
              : text(`skipped_${reason}`, { status: '' })}
          </li>
        ))}
      </ul>
    </section>
  );
}
