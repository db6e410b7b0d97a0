import { Tag } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { requestStatuses } from '../../../src/events/statuses.ts';
import type { RequestStatus } from '../api/shapes.ts';
import { useCell } from '../cells/cell.ts';
import { useTranslator } from '../language/translator-context.ts';
import type { BulkTask } from '../model/bulk-task.ts';
import { type Count, countOf, countText } from '../model/counts.ts';
import { useInbox, useRole } from '../model/inbox-context.ts';
import { labelFault, labelFaultKeys } from '../model/labels.ts';
import { filterOf, searchOf, statusesOf } from '../model/list-view.ts';
import type { Scope } from '../model/scope.ts';
import { useKnownLabels } from '../parts/known-labels.ts';
import { lazyComponent } from '../parts/lazy-component.tsx';
import { BulkDialog } from './bulk-dialog.tsx';
import { BulkMenu } from './bulk-menu.tsx';
import { ExportMenu } from './export-menu.tsx';

const EraseMany = lazyComponent(() => import('./erase-many.tsx').then((loaded) => loaded.EraseMany));

interface BulkBarProps {
  /** The task for the chosen requests, from the bar or from a key, or null. */
  readonly task: BulkTask | null;
  /** A warning about the task. */
  readonly children: ComponentChildren;
  onTask(task: BulkTask | null): void;
}

/** Actions for many requests: the selected ones, or all that match the filter. */
export function BulkBar({ task, children, onTask }: BulkBarProps) {
  const { list, selection } = useInbox();
  const { text, region } = useTranslator();
  const mayWrite = useRole('operator');
  const mayErase = useRole('owner');
  const selected = useCell(selection.ids);
  const shown = useCell(list.ids);
  const view = useCell(list.view);
  const found = useTotal();
  const total = found ? countText(found, region) : '…';
  const hasMore = found === null || found.hasMore || found.least > selected.size;
  const [isAll, setAll] = useState(false);
  const [isErasing, setErasing] = useState(false);
  const all: Scope = { kind: 'filter', filter: filterOf(view, Date.now()) };
  const scope: Scope = isAll || selected.size === 0 ? all : { kind: 'selection', ids: [...selected] };
  const hasSelection = isAll || selected.size > 0;
  const areAllShownSelected = hasSelection && shown.every((id) => selected.has(id));
  // A changed selection ends the choice of all matches of the filter.
  useEffect(() => setAll(false), [selected]);
  /** Keeps the selection after a task without changes. */
  const clearAfter = (hasChanged: boolean) => hasChanged && selection.clear();

  /** Requests that the view does not show with their new status leave it. */
  function leave(): void {
    if (task?.kind !== 'status' || statusesOf(view).includes(task.status)) return;
    for (const id of isAll ? shown : selected) list.leave(id);
  }

  return (
    <section class={hasSelection ? 'bulk-bar chosen' : 'bulk-bar'} aria-label={text('bulk')}>
      {mayWrite && (shown.length > 0 || hasSelection || searchOf(view) !== '') && (
        <label class="check" title={hasSelection ? undefined : text('bulkChooseShown')}>
          <input
            type="checkbox"
            disabled={shown.length === 0 && !hasSelection}
            checked={areAllShownSelected}
            indeterminate={hasSelection && !areAllShownSelected}
            onChange={({ currentTarget }) => (currentTarget.checked ? selection.set(shown) : selection.clear())}
          />
          <span class={hasSelection ? undefined : 'visually-hidden'}>
            {isAll
              ? text('bulkAllChosen', { total })
              : hasSelection
                ? text('bulkChosen', { count: selected.size })
                : text('bulkChooseShown')}
          </span>
        </label>
      )}
      {areAllShownSelected && !isAll && hasMore && (
        <button type="button" class="quiet small" onClick={() => setAll(true)}>
          {text('bulkChooseAll', { total })}
        </button>
      )}
      {mayWrite && hasSelection && <Tasks onTask={onTask} />}
      {hasSelection && shown.length > 0 && <ExportMenu scope={scope} />}
      {hasSelection && (
        <button type="button" class="quiet small" onClick={selection.clear}>
          {text('bulkClear')}
        </button>
      )}
      {mayErase && hasSelection && (
        <button type="button" class="quiet small bad apart" onClick={() => setErasing(true)}>
          {text('eraseMany')}
        </button>
      )}
      {isErasing && (
        <EraseMany
          scope={scope}
          onClose={(hasErased) => {
            setErasing(false);
            clearAfter(hasErased);
          }}
        />
      )}
      {task && (
        <BulkDialog
          scope={scope}
          task={task}
          onClose={(hasChanged) => {
            onTask(null);
            if (hasChanged) leave();
            clearAfter(hasChanged);
          }}
        >
          {children}
        </BulkDialog>
      )}
    </section>
  );
}

/** Returns the number of matches of the filter, up to the service's counting limit. */
function useTotal(): Count | null {
  const { list } = useInbox();
  const counts = useCell(list.counts);
  const { status } = filterOf(useCell(list.view), Date.now());
  return counts && countOf(counts, status);
}

function Tasks({ onTask }: { onTask(task: BulkTask): void }) {
  const { text } = useTranslator();
  return (
    <>
      <select
        aria-label={text('bulkStatusChoice')}
        value=""
        onChange={({ currentTarget }) => {
          onTask({ kind: 'status', status: currentTarget.value as RequestStatus });
          currentTarget.value = '';
        }}
      >
        <option value="" disabled selected>
          {text('status')}
        </option>
        {requestStatuses.map((status) => (
          <option key={status} value={status}>
            {text(`status_${status}`)}
          </option>
        ))}
      </select>
      <BulkMenu icon={Tag} label={text('labels')}>
        <LabelTask onTask={onTask} />
      </BulkMenu>
    </>
  );
}

const none: readonly string[] = [];

function LabelTask({ onTask }: { onTask(task: BulkTask): void }) {
  const { text } = useTranslator();
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const known = useKnownLabels(none);
  const form = useRef<HTMLFormElement>(null);

  function choose(kind: 'add-label' | 'remove-label'): void {
    const label = typed.normalize().trim();
    const found = label === '' ? null : labelFault(label, []);
    setFault(found && text(labelFaultKeys[found]));
    if (label === '' || found !== null) return;
    // The dialog returns the focus to the button of the closed popover.
    form.current?.closest<HTMLElement>('[popover]')?.hidePopover();
    onTask({ kind, label });
  }

  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        choose('add-label');
      }}
    >
      <input
        type="text"
        autofocus
        aria-label={text('labelName')}
        placeholder={text('labelName')}
        dir="auto"
        list="bulk-labels"
        value={typed}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <datalist id="bulk-labels">
        {known.map((label) => (
          <option key={label} value={label} />
        ))}
      </datalist>
      {fault !== null && <p class="fault">{fault}</p>}
      <p class="actions">
        <button type="submit" class="small">
          {text('labelAdd')}
        </button>
        <button type="button" class="quiet small" onClick={() => choose('remove-label')}>
          {text('labelTakeOff')}
        </button>
      </p>
    </form>
  );
}
