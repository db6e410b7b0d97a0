import { useEffect, useRef, useState } from 'preact/hooks';
import type { SubmissionFailure } from '../../../client/src/commission-client.ts';
import { Attachments } from '../attachments/attachments.tsx';
import { useFileIntake } from '../attachments/use-file-intake.ts';
import type { TextField as Field } from '../draft/draft.ts';
import type { DraftState } from '../draft/use-draft.ts';
import { useLaterTranslator } from '../language/translator-context.ts';
import { plainEmail } from '../rules/email-address.ts';
import { ClearForm } from './clear-form.tsx';
import { CommissionChoices } from './commission-choices.tsx';
import { ContactFields, MessageField } from './fields.tsx';
import { missingNames } from './missing-names.ts';
import { CatalogueNotice, FailureNotice, IssueSummary, RestoredNotice } from './notices.tsx';
import type { Offer } from './offer.ts';
import { useIssues } from './use-issues.ts';
import { VersionNotice } from './version-notice.tsx';

interface CommissionFormProps {
  readonly form: DraftState;
  readonly offer: Offer;
  /** E-mail address of the studio, or null. */
  readonly contact: string | null;
  /** The failure of the last attempt, or null. */
  readonly failure: SubmissionFailure | null;
  onReload(): void;
  /** Called when the customer has cleared the form. */
  onClear(): void;
  onSubmit(): void;
}

export function CommissionForm({ form, offer, contact, failure, onReload, onClear, onSubmit }: CommissionFormProps) {
  const translator = useLaterTranslator();
  const { text } = translator;
  const { catalogue, studio, endpoint } = offer;
  const fromService = failure?.code === 'invalid' ? failure.issues : [];
  const asked = studio === null ? [] : studio.issuesOf(catalogue, form.draft, translator);
  const issues = useIssues(form.draft, fromService, asked);
  const intake = useFileIntake(form, offer.limits);
  const [submitAttempts, setSubmitAttempts] = useState(fromService.length > 0 ? 1 : 0);
  const [leftEmail, setLeftEmail] = useState('');
  const element = useRef<HTMLFormElement>(null);
  const summary = useRef<HTMLElement>(null);
  // Every rejected click on the submit button focuses the summary again.
  useEffect(() => summary.current?.focus(), [submitAttempts]);
  // Another tab may have sent or cleared the draft.
  useEffect(() => {
    if (form.isEmpty) issues.reset();
  }, [form.isEmpty]);

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    if (issues.reveal()) onSubmit();
    else setSubmitAttempts(submitAttempts + 1);
  }

  function clear(): void {
    form.discard();
    issues.reset();
    intake.reset();
    setSubmitAttempts(0);
    onClear();
  }

  function leave(name: Field): void {
    if (form.draft[name] === '') return;
    const address = plainEmail(form.draft.customerEmail);
    if (name === 'customerEmail') {
      if (address !== form.draft.customerEmail) form.change({ customerEmail: address });
      setLeftEmail(address);
    }
    issues.blurred(name);
  }

  function correctEmail(customerEmail: string): void {
    form.change({ customerEmail });
    issues.changed('customerEmail', customerEmail);
    goTo('customerEmail');
  }

  const goTo = (field: string) => element.current?.querySelector<HTMLElement>(`#${CSS.escape(field)}`)?.focus();
  const askedPart = {
    catalogue,
    form,
    errorOf: (target: string) => issues.ofAsked(target)?.message,
    onLeave(target: string) {
      // A customer who only tabs past a control made no mistake.
      if (asked.some((issue) => issue.target === target && !issue.isMissing)) issues.blurred(target);
    },
  };
  const { state, types } = catalogue.opening ?? { state: 'open', types: [] };
  const isListed = (types.find(({ id }) => id === form.draft.typeId)?.state ?? state) === 'waitlist';
  const names = submitAttempts > 0 ? missingNames(issues, translator) : '';
  const missing = names && text('stillMissing', { fields: names });
  const bind = (name: Field) => ({
    name,
    value: form.draft[name],
    issue: issues.of(name),
    onBlur: () => leave(name),
    onChange(value: string) {
      form.change({ [name]: value });
      issues.changed(name, value);
    },
  });

  return (
    <form class="ordering" noValidate ref={element} onSubmit={submit} onFocusIn={form.refresh} {...intake.handlers}>
      <div>
        {offer.failure && failure?.code !== 'blocked' && (
          <CatalogueNotice failure={offer.failure} contact={contact} draft={form.draft} onReload={onReload} />
        )}
        {failure && failure.code !== 'invalid' && (
          <FailureNotice failure={failure} draft={form.draft} contact={contact} />
        )}
        {submitAttempts > 0 && issues.shown.length > 0 && (
          <IssueSummary draft={form.draft} issues={issues.shown} noticeRef={summary} onGo={goTo} />
        )}
        {form.restored && !failure && <RestoredNotice form={form} restored={form.restored} onClear={clear} />}
        <VersionNotice form={form} />
        <CommissionChoices offer={offer} form={form} />
        {studio && <studio.Questions {...askedPart} />}
        <MessageField bind={bind} />
        <Attachments form={form} limits={offer.limits} intake={intake} />
        <ContactFields
          bind={bind}
          leftEmail={leftEmail === form.draft.customerEmail ? leftEmail : ''}
          onCorrect={correctEmail}
        >
          {studio && catalogue.queue?.asksName && <studio.QueueName {...askedPart} />}
        </ContactFields>
        {studio && <studio.Terms {...askedPart} endpoint={endpoint} />}
      </div>
      <div class="panel order" part="panel order">
        {studio && <studio.EstimateView catalogue={catalogue} draft={form.draft} endpoint={endpoint} />}
        <footer class="send">
          {studio && catalogue.prices && <studio.EstimateTotal catalogue={catalogue} draft={form.draft} />}
          <button
            type="submit"
            class="button button-primary"
            part="button submit"
            aria-describedby="missing"
            // Otherwise the field loses the focus and shows its error, the button moves, and the click misses it.
            onMouseDown={(event) => event.preventDefault()}
          >
            {text(isListed ? 'joinWaitlist' : 'send')}
          </button>
          <p id="missing">{missing}</p>
        </footer>
        <p class="hint kept">
          {catalogue.prices && text('estimateNote')} {text('draftKept')}
        </p>
      </div>
      <ClearForm form={form} onClear={clear} />
    </form>
  );
}
