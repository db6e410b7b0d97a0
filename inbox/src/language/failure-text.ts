import type { IssueCode } from '../../../src/http/operator/problems/problem-shape.ts';
import { ApiFailure, type FailureKind } from '../api/api-failure.ts';
import type { MessageKey } from './inbox-messages.ts';
import type { Translator } from './translator-context.ts';

const keys: Readonly<Record<FailureKind, MessageKey>> = {
  unreachable: 'failureUnreachable',
  'signed-out': 'failureCredentials',
  forbidden: 'failureForbidden',
  missing: 'failureMissing',
  conflict: 'failureConflict',
  invalid: 'failureInvalid',
  busy: 'failureBusy',
  failed: 'failureFailed',
};

/** Messages by the last part of the problem type. */
const named: Readonly<Record<string, MessageKey>> = {
  'too-many-channels': 'problemTooManyChannels',
  'too-many-templates': 'problemTooManyTemplates',
  'too-many-views': 'problemTooManyViews',
  'too-many-secrets': 'problemTooManySecrets',
  'secret-lost': 'channelSecretLost',
  'channel-disabled': 'problemChannelDisabled',
  'delivery-under-way': 'problemUnderWay',
  'request-gone': 'failureMissing',
  'no-mail-channel': 'mailNoChannel',
  'already-sent': 'problemAlreadySent',
  'several-zips': 'problemZips',
  'zip-part-changed': 'problemZips',
  'request-held': 'problemHeld',
  'query-timeout': 'problemQueryTimeout',
};

const issues: Readonly<Record<IssueCode, true>> = {
  missing: true,
  'too-short': true,
  'too-long': true,
  'too-common': true,
  format: true,
  url: true,
  'not-offered': true,
  unknown: true,
  rule: true,
};

/** Returns a sentence about the failure and its remedy. */
export function failureText({ text }: Translator, error: unknown): string {
  if (!(error instanceof ApiFailure)) return text('failureFailed');
  const key = named[error.problem?.type.split(':').at(-1) ?? ''];
  if (key !== undefined) return text(key);
  const reasons = error.problem?.issues?.map(({ code }) => text(`issue_${code in issues ? code : 'rule'}`)) ?? [];
  const reason = reasons.length > 0 ? [...new Set(reasons)].join(' ') : text('issue_rule');
  return text(keys[error.kind], { reason, count: error.retryAfterS ?? 5 });
}

/** Messages of rejected forms, by the last part of the problem type. */
const refusals: Readonly<Record<string, MessageKey>> = {
  'last-owner': 'refusedLastOwner',
  'has-account': 'refusedHasAccount',
  'wrong-credentials': 'passwordWrong',
  'not-found': 'refusedGone',
};

/** Returns the reason for the service's rejection, with a specific text for known problems. */
export function refusalText(translator: Translator, error: unknown): string {
  const name = error instanceof ApiFailure ? error.problem?.type.split(':').at(-1) : undefined;
  const key = name === undefined ? undefined : refusals[name];
  return key === undefined ? failureText(translator, error) : translator.text(key);
}
