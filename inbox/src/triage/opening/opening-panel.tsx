import { DoorClosed, DoorOpen } from 'lucide';
import { useId, useRef, useState } from 'preact/hooks';
import { Icon } from '../../../../page-kit/icon.tsx';
import { useCell } from '../../cells/cell.ts';
import { refusalText } from '../../language/failure-text.ts';
import { useFormats } from '../../language/formats.ts';
import { useIntakeWords, useTranslator } from '../../language/translator-context.ts';
import { useInbox, useRole } from '../../model/inbox-context.ts';
import type { OpeningReport, OpeningSwitch } from '../../model/watch-opening.ts';
import { Link } from '../../router/router.tsx';
import { isToCome, openedBy, reasonText } from './reason-text.ts';

/** Whether the form is open, how many slots are taken, and the switch. */
export function OpeningPanel() {
  const report = useCell(useInbox().opening.report);
  return report && <Panel report={report} />;
}

function Panel({ report }: { readonly report: OpeningReport }) {
  const { text } = useIntakeWords();
  const id = useId();
  const popover = useRef<HTMLDivElement>(null);
  const { state, slots } = report;
  const name = text(`state_${state}`);
  return (
    <div class={`opening opening-${state}`}>
      <button type="button" class="place" popovertarget={id} title={name}>
        <Icon of={state === 'closed' ? DoorClosed : DoorOpen} />
        <span class="place-name">
          <span class="visually-hidden">{text('form')}: </span>
          {name}
        </span>{' '}
        {slots.total !== null && (
          <span class="count">
            <span class="visually-hidden">{text('slots')}: </span>
            {text('slotsOf', { taken: slots.taken, total: slots.total })}
          </span>
        )}
      </button>
      <Switch report={report} onFull={() => popover.current?.showPopover()} />
      <div id={id} ref={popover} popover="auto" class="popover opening-facts">
        <Facts report={report} onLeave={() => popover.current?.hidePopover()} />
      </div>
    </div>
  );
}

/** Turns the form on or off by one click. It cannot open a full form, and shows the reason. */
function Switch({ report, onFull }: { readonly report: OpeningReport; onFull(): void }) {
  const { text } = useIntakeWords();
  const task = useSwitch(report);
  if (!task.mayUse) return null;
  return (
    <button
      type="button"
      role="switch"
      class="opening-switch"
      aria-checked={task.isOn}
      aria-label={text('openForm')}
      title={text(task.isOn ? 'closeForm' : 'openForm')}
      aria-disabled={task.isBusy}
      onClick={task.isFull ? onFull : task.toggle}
    />
  );
}

function Facts({ report, onLeave }: { readonly report: OpeningReport; onLeave(): void }) {
  const translator = useIntakeWords();
  const { text } = translator;
  const { time } = useFormats();
  const task = useSwitch(report);
  const isOwnerOrOperator = useRole('operator');
  const { state, slots, opening } = report;
  const isScheduled = opening.mode === 'scheduled';
  const isAhead = (at: string | null): at is string => isScheduled && isToCome(at, Date.now());
  return (
    <>
      <p class="opening-state">{text(`state_${state}`)}</p>
      <p>{reasonText(report, translator)}</p>
      {isAhead(opening.opensAt) && <p>{text('opensAt', { time: time(opening.opensAt) })}</p>}
      {isAhead(opening.closesAt) && <p>{text('closesAt', { time: time(opening.closesAt) })}</p>}
      {slots.total !== null && <p>{text('slotsTaken', { taken: slots.taken, total: slots.total })}</p>}
      {report.isLocked && <p class="hint">{text('openingLocked')}</p>}
      {task.mayUse && (
        <button type="button" class="button" aria-disabled={task.isBusy} onClick={task.toggle}>
          {text(task.isOn || task.isFull ? 'closeForm' : 'openForm')}
        </button>
      )}
      {isOwnerOrOperator && (
        <Link to="/settings/form/opening" onFollow={onLeave}>
          {text('openingSettings')}
        </Link>
      )}
    </>
  );
}

function useSwitch(report: OpeningReport) {
  const { opening: watch, toasts } = useInbox();
  const ofInbox = useTranslator();
  const translator = useIntakeWords();
  const { text } = translator;
  const { time } = useFormats();
  const [isBusy, setBusy] = useState(false);
  const isOperator = useRole('operator');
  const { opening: before, state, reason } = report;
  const isOn = state !== 'closed';
  const isFull = !isOn && (reason === 'slots' || reason === 'requests');

  /** Resolves with the new report, or with null after a failure. */
  async function set(change: OpeningSwitch): Promise<OpeningReport | null> {
    if (isBusy) return null;
    setBusy(true);
    try {
      await watch.set(change);
      return watch.report.value;
    } catch (error) {
      toasts.show({ tone: 'bad', text: refusalText(ofInbox, error) });
      return null;
    } finally {
      setBusy(false);
    }
  }

  async function toggle(): Promise<void> {
    const now = Date.now();
    const closes = isOn || isFull;
    const change: OpeningSwitch = closes ? { mode: 'closed' } : openedBy(report, now);
    const after = await set(change);
    if (after === null) return;
    const { mode, opensAt, closesAt } = after.opening;
    const forgets = change.opensAt === null && before.opensAt !== null;
    const sentences = [
      text(`switched_${after.state}`),
      closes ? '' : reasonText(after, translator),
      forgets ? text('noLongerWaits', { time: time(before.opensAt) }) : '',
      mode === 'scheduled' && isToCome(opensAt, now) ? text('opensAt', { time: time(opensAt) }) : '',
      mode === 'scheduled' && isToCome(closesAt, now) ? text('closesAt', { time: time(closesAt) }) : '',
    ];
    const undo = { mode: before.mode, ...(forgets && { opensAt: before.opensAt }) };
    toasts.show({
      text: sentences.filter((sentence) => sentence !== '').join(' '),
      action: { label: ofInbox.text('undo'), run: () => void set(undo) },
    });
  }

  return { isBusy, isOn, isFull, mayUse: isOperator && !report.isLocked, toggle: () => void toggle() };
}
