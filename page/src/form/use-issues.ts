import { payloadSchema } from 'virtual:payload-schema';
import { useState } from 'preact/hooks';
import { type Draft, payloadOf, type TextField } from '../draft/draft.ts';
import { checkPayload } from '../rules/check-payload.ts';
import type { FieldIssue } from './issue-text.ts';

const textFields: readonly TextField[] = ['customerName', 'customerEmail', 'customerSocials', 'message'];

export function maxLengthOf(field: TextField): number {
  const rules = payloadSchema.properties[field];
  return rules?.maxLength ?? rules?.anyOf?.find(({ maxLength }) => maxLength !== undefined)?.maxLength ?? Infinity;
}

export interface Issues {
  /** The one to be shown at the field: too long at once, anything else once the customer has left the field or sent. */
  of(field: TextField): FieldIssue | undefined;
  /** Every one that is to be shown, in the order of the form; the service's for other fields last. */
  readonly shown: readonly FieldIssue[];
  left(field: TextField): void;
  changed(field: TextField, value: string): void;
  /** Shows all; true when there are none. */
  reveal(): boolean;
  /** Shows none: the form is a new one. */
  reset(): void;
}

/** @param fromService What the service found in the draft as it was sent. */
export function useIssues(draft: Draft, fromService: readonly FieldIssue[]): Issues {
  const [open, setOpen] = useState<ReadonlySet<unknown>>(new Set());
  const [unsettled, setUnsettled] = useState(fromService);
  const found: readonly FieldIssue[] = checkPayload(payloadSchema, payloadOf(draft));
  const at = (issues: readonly FieldIssue[], field: unknown) => issues.find(({ path }) => path[0] === field);

  function of(field: TextField): FieldIssue | undefined {
    const issue = at(found, field);
    return issue && (issue.code === 'too_big' || open.has(field)) ? issue : at(unsettled, field);
  }

  const elsewhere = unsettled.filter(({ path }) => !textFields.some((field) => field === path[0]));
  return {
    of,
    shown: [...textFields.map(of).filter((issue) => issue !== undefined), ...elsewhere],
    left: (field) => setOpen((now) => new Set([...now, field])),
    changed(field, value) {
      setUnsettled((now) => now.filter(({ path }) => path[0] !== field));
      // Whoever deletes a text is about to write another.
      if (value === '') setOpen((now) => new Set([...now].filter((one) => one !== field)));
    },
    reveal() {
      setOpen(new Set(textFields));
      return found.length === 0;
    },
    reset() {
      setOpen(new Set());
      setUnsettled([]);
    },
  };
}
