/** The causes of the outcomes of tries, for display in the language of the reader. `detail` has the details. */
export const tryCauses = [
  'taken',
  'partly-taken',
  'answered',
  'redirected',
  'unwanted',
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

export type TryCause = (typeof tryCauses)[number];
