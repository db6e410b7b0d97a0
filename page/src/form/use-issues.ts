import { payloadSchema } from 'virtual:payload-schema';
import { useState } from 'preact/hooks';
import { type Draft, isTextField, payloadOf, type TextField, textFields } from '../draft/draft.ts';
import { checkPayload } from '../rules/check-payload.ts';
import type { AskedIssue } from '../studio/issues.ts';
import type { FieldIssue } from './issue-text.ts';

export function maxLengthOf(field: TextField): number {
  const rules = payloadSchema.properties[field];
  return rules?.maxLength ?? rules?.anyOf?.find(({ maxLength }) => maxLength !== undefined)?.maxLength ?? Infinity;
}

export interface Issues {
  /** Returns the fault of a control of the studio, after it was left or a submission. */
  ofAsked(target: string): AskedIssue | undefined;
  /** Returns the issue to show at the field. Too long is shown immediately, other issues after blur or a submission. */
  of(field: TextField): FieldIssue | undefined;
  /** All issues to show, in the order of the form. The service's issues with other fields come last. */
  readonly shown: readonly (FieldIssue | AskedIssue)[];
  /** Required fields that are empty. */
  readonly missing: readonly TextField[];
  /** Required answers and terms that are missing. */
  readonly missingAnswers: readonly AskedIssue[];
  blurred(target: string): void;
  changed(field: TextField, value: string): void;
  /** Shows all issues. Returns true when there are no issues. */
  reveal(): boolean;
  /** Hides all issues, for a new form. */
  reset(): void;
}

/**
 * @param fromService The service's issues with the submitted draft.
 * @param asked Missing or wrong answers to the studio's questions.
 */
export function useIssues(draft: Draft, fromService: readonly FieldIssue[], asked: readonly AskedIssue[]): Issues {
  const [open, setOpen] = useState<ReadonlySet<unknown>>(new Set());
  const [serviceIssues, setServiceIssues] = useState(fromService);
  const found: readonly FieldIssue[] = checkPayload(payloadSchema, payloadOf(draft));
  const at = (issues: readonly FieldIssue[], field: unknown) => issues.find(({ path }) => path[0] === field);

  function of(field: TextField): FieldIssue | undefined {
    const issue = at(found, field);
    return issue && (issue.code === 'too_big' || open.has(field)) ? issue : at(serviceIssues, field);
  }

  const elsewhere = serviceIssues.filter(({ path }) => !isTextField(path[0]));
  const ofAsked = (target: string) => (open.has(target) ? asked.find((issue) => issue.target === target) : undefined);
  const openAt = (section: AskedIssue['section']) =>
    asked.filter((issue) => issue.section === section && open.has(issue.target));
  return {
    of,
    ofAsked,
    shown: [
      ...openAt('questions'),
      ...textFields.map(of).filter((issue) => issue !== undefined),
      ...openAt('terms'),
      ...elsewhere,
    ],
    missingAnswers: asked.filter(({ isMissing }) => isMissing),
    missing: textFields.filter((field) => draft[field].trim() === '' && at(found, field)),
    blurred: (field) => setOpen((now) => new Set([...now, field])),
    changed(field, value) {
      setServiceIssues((now) => now.filter(({ path }) => path[0] !== field));
      // A customer who deletes a text is about to type another one.
      if (value === '') setOpen((now) => new Set([...now].filter((one) => one !== field)));
    },
    reveal() {
      setOpen(new Set([...textFields, ...asked.map(({ target }) => target)]));
      return found.length + asked.length === 0;
    },
    reset() {
      setOpen(new Set());
      setServiceIssues([]);
    },
  };
}
