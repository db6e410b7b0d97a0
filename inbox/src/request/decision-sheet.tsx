import './decision-sheet.css';
import { useEffect, useState } from 'preact/hooks';
import type { InboxRequest } from '../api/shapes.ts';
import { useCell } from '../cells/cell.ts';
import { dayOf, daysAfter, useFormats } from '../language/formats.ts';
import { shownName } from '../language/shown-name.ts';
import { useTranslator } from '../language/translator-context.ts';
import type { Answer } from '../model/answer.ts';
import { useInbox } from '../model/inbox-context.ts';
import { DateInput } from '../parts/date-input.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { LengthFault, limitedField, useLengthLimit } from '../parts/length-limit.tsx';
import { pressWhileWriting } from '../parts/writing-field.ts';
import { dueOffers } from './due-field.tsx';
import { fillTemplate, lacksDue, withDue, withTemplate } from './template-text.ts';
import { useOfferedWords, useTemplates } from './use-templates.ts';

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

/** Asks for the answer to the customer with a decision, and for the due date of an accepted request. */
export function DecisionSheet({ request, action, onDecide, onClose }: DecisionSheetProps) {
  const { text } = useTranslator();
  const { day } = useFormats();
  const status = useCell(useInbox().mail);
  const canWrite = status?.isSetUp === true && status.customerLanguage !== null;
  const canMail = canWrite || status?.tellsStatusChanges === true;
  const [isMailed, setMailed] = useState(canMail);
  const [words, setWords] = useState('');
  const [dueOn, setDueOn] = useState(request.dueOn);
  const [isNameShown, setNameShown] = useState(request.queueNameShown !== false);
  const [isTried, setTried] = useState(false);
  const beginning = useBeginning(request, action);
  const limit = useLengthLimit(words, maxCharacters);
  const asksForName = action === 'accept' && request.queueName !== undefined;
  const isByMessage = isMailed && canWrite && words.trim() !== '';
  const mail = isByMessage ? 'message' : isMailed ? 'usual' : 'none';

  // The words of a mail begin with a template, those of the status page do not.
  useEffect(() => {
    if (!canWrite) return;
    if (isMailed) setWords((now) => (now === '' ? beginning : now));
    else setWords((now) => (now === beginning ? '' : now));
  }, [beginning, isMailed]);

  function chooseDue(next: string | null): void {
    const shown = (date: string | null) => (date === null ? null : day(date, Date.now()));
    setWords(withDue(words, shown(dueOn), shown(next)));
    setDueOn(next);
  }

  function decide(): void {
    setTried(true);
    limit.announce();
    if (limit.fault !== null || lacksDue(words)) return;
    onDecide({
      words: words.trim() === '' ? '' : words,
      mail,
      ...(action === 'accept' && { dueOn }),
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
        {action === 'accept' && <DueChoice dueOn={dueOn} onChoose={chooseDue} />}
        {asksForName && (
          <label class="name-choice">
            <input type="checkbox" checked={isNameShown} onChange={() => setNameShown(!isNameShown)} />
            <span>
              {text('sheetQueueName')} <bdi>{request.queueName}</bdi>
            </span>
          </label>
        )}
        <Mailing isMailed={isMailed} canMail={canMail} address={request.customerEmail} onChange={setMailed} />
        <Words request={request} dueOn={dueOn} words={words} onWords={setWords} limit={limit} />
        {isTried && lacksDue(words) && (
          <p class="fault" role="alert">
            {text('dueMissing', { due: '{due}' })}
          </p>
        )}
        <p class="hint" role="status">
          {text(`sheetSays_${words.trim() === '' ? `${mail}_silent` : mail}` as 'sheetSays_none')}
        </p>
        <footer>
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
function useBeginning(request: InboxRequest, action: SheetAction): string {
  const { day } = useFormats();
  const wordsOf = useOfferedWords(request.language);
  const [beginning, setBeginning] = useState('');
  useEffect(() => {
    void wordsOf(beginnings[action]).then((words) =>
      setBeginning(fillTemplate(words, valuesOf(request, request.dueOn, day))),
    );
  }, []);
  return beginning;
}

function valuesOf(
  { customerName, number }: InboxRequest,
  dueOn: string | null,
  day: (day: string, now: number) => string,
) {
  return { name: shownName(customerName), number, due: dueOn && day(dueOn, Date.now()) };
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

interface WordsProps {
  readonly request: InboxRequest;
  readonly dueOn: string | null;
  readonly words: string;
  readonly limit: ReturnType<typeof useLengthLimit>;
  onWords(words: string): void;
}

/** The words to the customer, and templates to begin with. */
function Words({ request, dueOn, words, limit, onWords }: WordsProps) {
  const { text } = useTranslator();
  const { day } = useFormats();
  const templates = useTemplates(request.language);

  async function begin(index: number): Promise<void> {
    const chosen = await templates[index]?.words();
    if (chosen !== undefined) onWords(withTemplate(words, fillTemplate(chosen, valuesOf(request, dueOn, day))));
  }

  return (
    <>
      <textarea
        autofocus
        aria-label={text('sheetWords')}
        {...limitedField(limit)}
        placeholder={text('sheetWords')}
        rows={6}
        dir="auto"
        value={words}
        onInput={({ currentTarget }) => onWords(currentTarget.value)}
        onKeyDown={pressWhileWriting}
      />
      <LengthFault limit={limit} />
      <select
        aria-label={text('templates')}
        value=""
        onChange={({ currentTarget }) => {
          void begin(Number(currentTarget.value));
          currentTarget.value = '';
        }}
      >
        <option value="" disabled selected>
          {text('templates')}
        </option>
        {templates.map(({ title }, index) => (
          <option key={index} value={index}>
            {title}
          </option>
        ))}
      </select>
    </>
  );
}
