/** Why a try ended as it did, for whoever says it in a language of their own. What is behind it stands in `detail`. */
export const tryCauses = [
  'taken',
  'partly-taken',
  'answered',
  'redirected',
  'unwanted',
  'refused',
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
