import { useEffect, useRef, useState } from 'preact/hooks';
import type { SubmissionFailure } from '../../../client/src/commission-client.ts';
import { useAnnouncer } from '../announcer.tsx';
import { Attachments } from '../attachments/attachments.tsx';
import { useFileIntake } from '../attachments/use-file-intake.ts';
import type { TextField as Field } from '../draft/draft.ts';
import type { DraftState } from '../draft/use-draft.ts';
import { Heading } from '../heading.tsx';
import { useTranslator } from '../language/translator-context.ts';
import type { Offer } from '../offer.ts';
import { CommissionChoices } from './commission-choices.tsx';
import { FailureNotice, IssueSummary } from './notices.tsx';
import { TextField } from './text-field.tsx';
import { useIssues } from './use-issues.ts';

export interface CommissionFormProps {
  readonly form: DraftState;
  readonly offer: Offer;
  /** Of the attempt before. */
  readonly failure: SubmissionFailure | null;
  onReload(): void;
  onClear(): void;
  onSubmit(): void;
}

export function CommissionForm({ form, offer, failure, onReload, onClear, onSubmit }: CommissionFormProps) {
  const { text } = useTranslator();
  const fromService = failure?.code === 'invalid' ? failure.issues : [];
  const issues = useIssues(form.draft, fromService);
  const intake = useFileIntake(form, offer.limits);
  const [asked, setAsked] = useState(fromService.length > 0 ? 1 : 0);
  const element = useRef<HTMLFormElement>(null);
  const summary = useRef<HTMLElement>(null);
  // Asked once more, the customer is led to the summary once more.
  useEffect(() => summary.current?.focus(), [asked]);

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    if (issues.reveal()) onSubmit();
    else setAsked(asked + 1);
  }

  const goTo = (field: string) => element.current?.querySelector<HTMLElement>(`#${field}`)?.focus();
  const field = (name: Field) => ({
    name,
    value: form.draft[name],
    issue: issues.of(name),
    onLeave: () => form.draft[name] !== '' && issues.left(name),
    onChange(value: string) {
      form.change({ [name]: value });
      issues.changed(name);
    },
  });

  return (
    <form noValidate ref={element} onSubmit={submit} {...intake.handlers}>
      {!offer.isWhole && <CatalogueNotice onReload={onReload} />}
      {failure && failure.code !== 'invalid' && <FailureNotice failure={failure} />}
      {asked > 0 && issues.shown.length > 0 && (
        <IssueSummary draft={form.draft} issues={issues.shown} noticeRef={summary} onGo={goTo} />
      )}
      {form.restored && !failure && <RestoredNotice restored={form.restored} />}
      <CommissionChoices catalogue={offer.catalogue} form={form} />
      <section class="panel" aria-labelledby="contact">
        <Heading id="contact" depth={1}>
          {text('sectionContact')}
        </Heading>
        <TextField {...field('customerName')} requirement="required" input="line" autocomplete="name" />
        <TextField
          {...field('customerEmail')}
          requirement="required"
          input="email"
          autocomplete="email"
          hint={text('customerEmailHint')}
        />
        <TextField
          {...field('customerSocials')}
          requirement="optional"
          input="lines"
          autocomplete="off"
          rows={2}
          hint={text('customerSocialsHint')}
        />
      </section>
      <section class="panel" aria-labelledby="wishes">
        <Heading id="wishes" depth={1}>
          {text('sectionMessage')}
        </Heading>
        <TextField
          {...field('message')}
          requirement="required"
          input="lines"
          autocomplete="off"
          rows={7}
          hint={text('messageHint')}
        />
      </section>
      <Attachments form={form} limits={offer.limits} intake={intake} />
      <footer>
        <button type="submit" class="primary">
          {text('send')}
        </button>
        <button type="button" class="quiet" onClick={onClear}>
          {text('draftClear')}
        </button>
        <p class="hint">{text('draftKept')}</p>
      </footer>
    </form>
  );
}

function CatalogueNotice({ onReload }: { onReload(): void }) {
  const { text } = useTranslator();
  return (
    <div class="notice" role="status">
      <p>{text('catalogueFailed')}</p>
      <button type="button" onClick={onReload}>
        {text('tryAgain')}
      </button>
    </div>
  );
}

function RestoredNotice({ restored }: { restored: NonNullable<DraftState['restored']> }) {
  const { text, time } = useTranslator();
  const { say } = useAnnouncer();
  const note = `${text('draftRestored', { time: time(restored.at) })} ${restored.filesLost ? text('draftFilesLost') : ''}`;
  useEffect(() => say(note), []);
  return <p class="notice">{note}</p>;
}
