import './opening.css';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { dayOf, useFormats } from '../../language/formats.ts';
import { useIntakeWords } from '../../language/translator-context.ts';
import { useRole } from '../../model/inbox-context.ts';
import type { SentReport } from '../../model/watch-opening.ts';
import { DateInput } from '../../parts/date-input.tsx';
import { choiceOf, closedUntil, isToCome, morningAfter, morningOf, neverSet, openedBy } from './opening-changes.ts';
import { datesText, headline, reasonText, wholeDay } from './opening-text.ts';
import { useOpeningChange } from './use-opening-change.ts';

/** The state of the form, and the buttons that open and close it at once. */
export function OpeningControl({ report }: { readonly report: SentReport }) {
  const { text } = useIntakeWords();
  const mayWrite = useRole('operator');
  return (
    <div class={`opening-control opening-${report.state}`}>
      <OpeningHead report={report} />
      {report.isLocked && <p class="hint">{text('openingLocked')}</p>}
      {mayWrite && !report.isLocked && <Choices report={report} />}
    </div>
  );
}

/** More slots than these are no longer counted at a glance. */
const mostPips = 24;

function OpeningHead({ report }: { readonly report: SentReport }) {
  const words = useIntakeWords();
  const { text } = words;
  const formats = useFormats();
  const now = Date.now();
  const { taken, total } = report.slots;
  const lines = [reasonText(report, words), datesText(report, words, formats, now)].filter((line) => line !== '');
  return (
    <div class="opening-head">
      <p class="opening-state">{headline(report, words, formats, now)}</p>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {total !== null && (
        <>
          {total > 0 && total <= mostPips && (
            <span class="slot-pips" aria-hidden="true">
              {Array.from({ length: total }, (_, position) => (
                <span key={position} class={position < taken ? 'taken' : ''} />
              ))}
            </span>
          )}
          <p>{text('slotsTaken', { taken, total })}</p>
        </>
      )}
    </div>
  );
}

/** Buttons and no radio buttons: an arrow key must not open the form. */
function Choices({ report }: { readonly report: SentReport }) {
  const { text, region } = useIntakeWords();
  const formats = useFormats();
  const task = useOpeningChange(report);
  const now = Date.now();
  const dates = report.opening ?? neverSet;
  const choice = choiceOf({ reason: report.reason, opening: dates }, now);
  const kept = choice === 'until' || isToCome(dates.opensAt, now) ? dates.opensAt : null;
  const until = kept ?? morningAfter(now, 2);
  const close = (opensAt: string) => task.change(closedUntil(dates, opensAt));
  return (
    <fieldset class="opening-choices" aria-busy={task.isBusy}>
      <legend class="visually-hidden">{text('form')}</legend>
      <Choice isOn={choice === 'open'} onChoose={() => task.change(openedBy({ ...report, opening: dates }, now))}>
        {text('state_open')}
      </Choice>
      <Choice isOn={choice === 'until'} onChoose={() => close(until)}>
        {text('closedUntil', { day: wholeDay(until, formats, now) })}
        <span class="opening-wait">{waitText(region, until, now)}</span>
      </Choice>
      <Spans weeks={[1, 2, 4].filter((weeks) => morningAfter(now, weeks) !== until)} onChoose={close} />
      <Choice isOn={choice === 'closed'} onChoose={() => task.change({ mode: 'closed' })}>
        {text('state_closed')}
      </Choice>
    </fieldset>
  );
}

/** `in 2 weeks`, `in 12 days` */
function waitText(region: string, until: string, now: number): string {
  const formats = new Intl.RelativeTimeFormat(region);
  const days = Math.round((Date.parse(dayOf(Date.parse(until))) - Date.parse(dayOf(now))) / dayMs);
  return days % 7 === 0 && days > 0 ? formats.format(days / 7, 'week') : formats.format(days, 'day');
}

const dayMs = 24 * 60 * 60_000;

interface ChoiceProps {
  readonly isOn: boolean;
  readonly children: ComponentChildren;
  onChoose(): void;
}

function Choice({ isOn, children, onChoose }: ChoiceProps) {
  return (
    <button type="button" class="opening-choice" aria-pressed={isOn} onClick={() => !isOn && onChoose()}>
      {children}
    </button>
  );
}

interface SpansProps {
  readonly weeks: readonly number[];
  onChoose(opensAt: string): void;
}

/** How long else the form may be closed: some weeks, or until a day. */
function Spans({ weeks, onChoose }: SpansProps) {
  const { text, region } = useIntakeWords();
  const [isPicking, pick] = useState(false);
  const [day, setDay] = useState('');
  const weeksIn = new Intl.NumberFormat(region, { style: 'unit', unit: 'week', unitDisplay: 'long' });
  const isLater = day > dayOf(Date.now());
  return (
    <div class="opening-spans">
      <fieldset>
        <legend class="visually-hidden">{text('closedFor')}</legend>
        {weeks.map((count) => (
          <button key={count} type="button" class="chip" onClick={() => onChoose(morningAfter(Date.now(), count))}>
            {weeksIn.format(count)}
          </button>
        ))}
        <button type="button" class="chip" aria-expanded={isPicking} onClick={() => pick(!isPicking)}>
          {text('untilDay')}
        </button>
      </fieldset>
      {isPicking && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (!isLater) return;
            pick(false);
            onChoose(morningOf(day));
          }}
        >
          <DateInput attributes={{ 'aria-label': text('reopensOn'), autofocus: true }} value={day} onTyped={setDay} />
          <button type="submit" class="button button-small" aria-disabled={!isLater}>
            {text('closeNow')}
          </button>
        </form>
      )}
    </div>
  );
}
