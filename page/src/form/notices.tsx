import type { ComponentChildren, RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Failure, SubmissionFailure } from '../../../client/src/commission-client.ts';
import { useAnnouncer } from '../../../page-kit/announcer.tsx';
import { type Draft, isTextField } from '../draft/draft.ts';
import type { DraftState } from '../draft/use-draft.ts';
import { useTranslator } from '../language/translator-context.ts';
import { useFocusWhenShown } from '../parts/heading.tsx';
import type { AskedIssue } from '../studio/issues.ts';
import { ClearForm } from './clear-form.tsx';
import { ContactNote } from './contact-note.tsx';
import { failureText } from './failure-text.ts';
import { type FieldIssue, issueText } from './issue-text.ts';
import { maxLengthOf } from './use-issues.ts';

interface FailureNoticeProps {
  readonly failure: SubmissionFailure;
  readonly draft: Draft;
  /** E-mail address of the studio, or null. */
  readonly contact: string | null;
}

/** Failures that the customer can fix by changing the form or sending it again. */
const ownFailures: readonly SubmissionFailure['code'][] = [
  'aborted',
  'too-many-files',
  'file-too-large',
  'request-too-large',
  'file-unreadable',
  'key-reused',
];

/** Shows why the last attempt failed, and the remedy. */
export function FailureNotice({ failure, draft, contact }: FailureNoticeProps) {
  const translator = useTranslator();
  const { text } = translator;
  const ref = useFocusWhenShown<HTMLElement>();
  const isCancelled = failure.code === 'aborted';
  return (
    <section
      class={isCancelled ? 'notice' : 'notice bad'}
      part="notice"
      aria-labelledby="failure-title failure"
      tabIndex={-1}
      ref={ref}
    >
      {!isCancelled && (
        <p id="failure-title">
          <strong>{text('failureTitle')}</strong>
        </p>
      )}
      <p id="failure">{failureText(translator, failure)}</p>
      {!isCancelled && <p>{text('failureKept')}</p>}
      {contact !== null && !ownFailures.includes(failure.code) && <ContactNote contact={contact} draft={draft} />}
    </section>
  );
}

interface IssueSummaryProps {
  readonly draft: Draft;
  readonly issues: readonly (FieldIssue | AskedIssue)[];
  readonly noticeRef: RefObject<HTMLElement | null>;
  /** Moves the focus to a field of the form. */
  onGo(field: string): void;
}

/** Lists the form's issues with links to their fields. */
export function IssueSummary({ draft, issues, noticeRef, onGo }: IssueSummaryProps) {
  const translator = useTranslator();
  const { text } = translator;
  const isMissing = (issue: FieldIssue | AskedIssue) =>
    'target' in issue ? issue.isMissing : isTextField(issue.path[0]) && draft[issue.path[0]].trim() === '';
  return (
    <section class="notice bad" part="notice" aria-labelledby="summary" tabIndex={-1} ref={noticeRef}>
      <p id="summary">
        <strong>{text(issues.every(isMissing) ? 'summaryMissing' : 'summary', { count: issues.length })}</strong>
      </p>
      <ul>
        {issues.map((issue) => (
          <li key={'target' in issue ? issue.target : issue.path.join()}>
            <SummaryEntry draft={draft} issue={issue} onGo={onGo} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface SummaryEntryProps {
  readonly draft: Draft;
  readonly issue: FieldIssue | AskedIssue;
  onGo(field: string): void;
}

function SummaryEntry({ draft, issue, onGo }: SummaryEntryProps) {
  const translator = useTranslator();
  if ('target' in issue) {
    const { target, label, message } = issue;
    return (
      <SummaryLink target={target} onGo={onGo}>
        {/* A question may be in a language of the other direction, and keeps its own mark at the end. */}
        <bdi>{label}</bdi>
        {issue.isMissing ? '' : (/[?？؟!！.。]$/.test(label) ? ' ' : ': ') + message}
      </SummaryLink>
    );
  }
  const [field] = issue.path;
  if (!isTextField(field)) {
    return <>{translator.text('errorOther', { reason: `${issue.path.join('.')}: ${issue.message ?? issue.code}` })}</>;
  }
  const reason = issueText(translator, issue, draft[field], maxLengthOf(field));
  return (
    <SummaryLink target={field} onGo={onGo}>
      {translator.text(field) + (draft[field].trim() && `: ${reason}`)}
    </SummaryLink>
  );
}

interface SummaryLinkProps {
  readonly target: string;
  readonly children: ComponentChildren;
  onGo(target: string): void;
}

function SummaryLink({ target, children, onGo }: SummaryLinkProps) {
  return (
    <a
      href={`#${target}`}
      onClick={(event) => {
        event.preventDefault();
        onGo(target);
      }}
    >
      {children}
    </a>
  );
}

interface CatalogueNoticeProps {
  readonly failure: Failure;
  readonly contact: string | null;
  readonly draft: Draft;
  onReload(): void;
}

/** Offers to reload the catalogue, without which the form still works. A blocked page cannot submit either. */
export function CatalogueNotice({ failure, contact, draft, onReload }: CatalogueNoticeProps) {
  const { text } = useTranslator();
  if (failure.code === 'blocked') {
    return (
      <div class="notice bad" part="notice" role="status">
        <p>{text('failureBlocked')}</p>
        {contact !== null && <ContactNote contact={contact} draft={draft} />}
      </div>
    );
  }
  return (
    <div class="notice" part="notice" role="status">
      <p>{text('catalogueFailed')}</p>
      <button type="button" part="button" class="button" onClick={onReload}>
        {text('tryAgain')}
      </button>
    </div>
  );
}

interface RestoredNoticeProps {
  readonly form: DraftState;
  readonly restored: NonNullable<DraftState['restored']>;
  onClear(): void;
}

/** Announces restored content of an earlier visit, and offers to clear it without scrolling to the form's end. */
export function RestoredNotice({ form, restored, onClear }: RestoredNoticeProps) {
  const { text, time } = useTranslator();
  const { say } = useAnnouncer();
  const note = `${text('draftRestored', { time: time(restored.at) })} ${restored.filesLost ? text('draftFilesLost') : ''}`;
  useEffect(() => say(note), []);
  return (
    <div class="notice" part="notice">
      {!form.isDiscarded && <p>{note}</p>}
      <ClearForm form={form} onClear={onClear} />
    </div>
  );
}
