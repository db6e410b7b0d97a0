import './decision-sheet.css';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { InboxRequest } from '../api/shapes.ts';
import { useCell } from '../cells/cell.ts';
import { dayOf, daysAfter, useFormats } from '../language/formats.ts';
import { shownName } from '../language/shown-name.ts';
import { useTranslator } from '../language/translator-context.ts';
import type { Answer } from '../model/answer.ts';
import { useInbox } from '../model/inbox-context.ts';
import { amountOf, estimateOf } from '../model/request-price.ts';
import { wishedDay } from '../model/wished-day.ts';
import { DateInput } from '../parts/date-input.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { useLengthLimit } from '../parts/length-limit.tsx';
import { AmountInput, type TypedAmount, useTypedAmount } from './amount-input.tsx';
import { dueOffers } from './due-field.tsx';
import { SheetWords } from './sheet-words.tsx';
import { fillKnown, missingValue, type TemplateValues, withValues } from './template-text.ts';
import { useOfferedWords } from './use-templates.ts';

const maxCharacters = 5000;

export type SheetAction = 'accept' | 'decline';

/** The template that a decision begins with. */
const beginnings = { accept: 'accepted', decline: 'declined' } as const;

interface DecisionSheetProps {
  readonly request: InboxRequest;
  readonly action: SheetAction;
  onDecide(answer: Answer): void;
  onClose(): void;
}

/** Asks for the answer to the customer with a decision, and for price and due date of an accepted request. */
export function DecisionSheet({ request, action, onDecide, onClose }: DecisionSheetProps) {
  const { text } = useTranslator();
  const status = useCell(useInbox().mail);
  const canWrite = status?.isSetUp === true && status.customerLanguage !== null;
  const canMail = canWrite || status?.tellsStatusChanges === true;
  const [isMailed, setMailed] = useState(canMail);
  const [words, setWords] = useState('');
  const isAccepted = action === 'accept';
  const [dueOn, setDueOn] = useState(request.dueOn ?? (isAccepted ? comingWish(request) : null));
  const price = useTypedAmount(amountOf(request.price) ?? (isAccepted ? estimateOf(request) : null));
  const [isNameShown, setNameShown] = useState(request.queueNameShown !== false);
  const [isTried, setTried] = useState(false);
  const values = useValues(request, dueOn, price.amount);
  const beginning = useBeginning(request, action, values);
  const limit = useLengthLimit(words, maxCharacters);
  const asksForName = isAccepted && request.queueName !== undefined;
  const isByMessage = isMailed && canWrite && words.trim() !== '';
  const mail = isByMessage ? 'message' : isMailed ? 'usual' : 'none';

  // The words of a mail begin with a template, those of the status page do not.
  useEffect(() => {
    if (!canWrite) return;
    if (isMailed) setWords((now) => (now === '' ? beginning : now));
    else setWords((now) => (now === beginning ? '' : now));
  }, [beginning, isMailed]);

  // A template that was not touched is filled in anew, with the lines of values that are known now.
  const last = useRef({ values, beginning });
  useEffect(() => {
    const before = last.current;
    last.current = { values, beginning };
    setWords((now) => (now !== '' && now === before.beginning ? beginning : withValues(now, before.values, values)));
  }, [beginning, values.due, values.price]);

  const missing = missingValue(words);

  function decide(): void {
    setTried(true);
    limit.announce();
    if (limit.fault !== null || missing !== null || price.amount === 'unclear') return;
    onDecide({
      words: words.trim() === '' ? '' : words,
      mail,
      ...(isAccepted && { dueOn, price: price.amount }),
      ...(asksForName && { queueNameShown: isNameShown }),
    });
  }

  return (
    <Dialog title={text(`sheet_${action}`, { name: shownName(request.customerName) })} onClose={onClose}>
      <form
        class="decision-sheet"
        onSubmit={(event) => {
          event.preventDefault();
          decide();
        }}
      >
        {isAccepted && (
          <div class="sheet-price">
            <label for="sheet-price">{text('price')}</label>
            <AmountInput id="sheet-price" typed={price} />
            <EstimateHint request={request} />
          </div>
        )}
        {isAccepted && <DueChoice dueOn={dueOn} onChoose={setDueOn} />}
        {asksForName && (
          <label class="name-choice">
            <input type="checkbox" checked={isNameShown} onChange={() => setNameShown(!isNameShown)} />
            <span>
              {text('sheetQueueName')} <bdi>{request.queueName}</bdi>
            </span>
          </label>
        )}
        <Mailing isMailed={isMailed} canMail={canMail} address={request.customerEmail} onChange={setMailed} />
        <SheetWords request={request} values={values} words={words} onWords={setWords} limit={limit} />
        {isTried && missing !== null && (
          <p class="fault" role="alert">
            {text(`${missing}Missing`, { [missing]: `{${missing}}` } as { due: string; price: string })}
          </p>
        )}
        <footer>
          <p class="hint" role="status">
            {text(`sheetSays_${words.trim() === '' ? `${mail}_silent` : mail}` as 'sheetSays_none')}
          </p>
          <button type="button" class="button button-plain" onClick={onClose}>
            {text('cancel')}
          </button>
          <button type="submit" class={action === 'decline' ? 'button button-bad' : 'button button-primary'}>
            {text(`decide_${action}`)}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}

/** Returns the initial text of the decision, empty until it is loaded. */
function useBeginning(request: InboxRequest, action: SheetAction, values: TemplateValues): string {
  const wordsOf = useOfferedWords(request.language);
  const [template, setTemplate] = useState('');
  useEffect(() => void wordsOf(beginnings[action]).then(setTemplate), []);
  return fillKnown(template, values);
}

/** Returns the values of the placeholders in templates. */
function useValues({ customerName, number }: InboxRequest, dueOn: string | null, price: TypedAmount['amount']) {
  const { day, money } = useFormats();
  return {
    name: shownName(customerName),
    number,
    due: dueOn && day(dueOn, Date.now()),
    price: price === null || price === 'unclear' ? null : money(price),
  };
}

/** Returns the day that the customer asks for, unless it has passed. */
function comingWish(request: InboxRequest): string | null {
  const wish = wishedDay(request);
  return wish !== null && wish > dayOf(Date.now()) ? wish : null;
}

function EstimateHint({ request }: { readonly request: InboxRequest }) {
  const { text } = useTranslator();
  const { money } = useFormats();
  const estimate = estimateOf(request);
  return estimate && <span class="hint">{text('estimateOf', { amount: money(estimate) })}</span>;
}

interface MailingProps {
  readonly isMailed: boolean;
  readonly canMail: boolean;
  readonly address: string;
  onChange(isMailed: boolean): void;
}

function Mailing({ isMailed, canMail, address, onChange }: MailingProps) {
  const { text } = useTranslator();
  if (!canMail) return null;
  return (
    <fieldset class="choices">
      <legend class="visually-hidden">{text('sheetMail')}</legend>
      {[true, false].map((value) => (
        <label key={String(value)}>
          <input type="radio" name="mail" checked={isMailed === value} onChange={() => onChange(value)} />
          {value ? (
            <span>
              {text('sheetMailTo')} <bdi class="muted">{address}</bdi>
            </span>
          ) : (
            text('sheetMailNone')
          )}
        </label>
      ))}
    </fieldset>
  );
}

interface DueChoiceProps {
  readonly dueOn: string | null;
  onChoose(day: string | null): void;
}

function DueChoice({ dueOn, onChoose }: DueChoiceProps) {
  const { text } = useTranslator();
  const now = Date.now();
  return (
    <div class="due-choice">
      <label for="sheet-due">
        {text('due')}
        <DateInput attributes={{ id: 'sheet-due' }} value={dueOn ?? ''} onTyped={(day) => onChoose(day || null)} />
      </label>
      {dueOffers.map(({ days, key }) => {
        const offered = dayOf(daysAfter(now, days));
        return (
          <button
            key={key}
            type="button"
            class="button button-small"
            aria-pressed={dueOn === offered}
            onClick={() => onChoose(offered)}
          >
            {text(key)}
          </button>
        );
      })}
    </div>
  );
}
