import { emailPattern } from '../../../src/platform/shapes/email-pattern.ts';
import type { Translator } from '../language/translator-context.ts';
import { emailFault, plainEmail } from '../rules/email-address.ts';

/** A broken rule that the page or the service found. */
export interface FieldIssue {
  readonly code: string;
  readonly path: readonly (string | number)[];
  readonly message?: string;
}

export function issueText({ text }: Translator, issue: FieldIssue, value: string, maxLength: number): string {
  const { code, message } = issue;
  if (value === '' || code === 'too_small' || code === 'invalid_type') return text('errorRequired');
  if (code === 'too_big') return text('errorTooLong', { max: maxLength });
  if (code === 'invalid_format') return emailText(text, plainEmail(value));
  if (code === 'custom') return text('errorUnstorable');
  return text('errorOther', { reason: message ?? code });
}

function emailText(text: Translator['text'], address: string): string {
  // The service may refuse an address that the page accepts.
  if (emailPattern.test(address)) return text('errorEmail');
  const { key, character = '' } = emailFault(address);
  return text(key, { character });
}
