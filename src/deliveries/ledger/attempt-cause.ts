/** The causes of the outcomes of attempts, for display in the language of the reader. `detail` has the details. */
export const attemptCauses = [
  'accepted',
  'partly-accepted',
  'error-response',
  'redirected',
  'gone',
  'refused',
  'needs-smtputf8',
  'unknown-name',
  'no-connection',
  'private-address',
  'bad-certificate',
  'no-http',
  'too-slow',
  'broken-off',
  'stopped',
  'secret-lost',
  'not-composed',
  'lost',
  'fault',
] as const;

export type AttemptCause = (typeof attemptCauses)[number];
