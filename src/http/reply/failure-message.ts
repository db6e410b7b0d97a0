import { failureText, PartFailedError, UnreadableMultipartError } from '../../failure/errors.ts';

/** The detail of a response about a failure of the service (C27). */
type FailureDetails = 'full' | 'brief';

/** Returns the `message` of a 500 or 503. */
export type DescribeFailure = (error: unknown) => string;

const partMessages = { database: 'The database failed', 'object store': 'The object store failed' } as const;

/**
 * @param details `full`: the failure's own text. `brief`: only the part that failed. Faults in the client's form are
 * reported in full in both cases.
 * @param redact Removes credentials.
 */
export function failureMessages(details: FailureDetails, redact: (text: string) => string): DescribeFailure {
  if (details === 'full') return (error) => redact(failureText(error));
  return (error) => {
    if (error instanceof UnreadableMultipartError) return error.message;
    return error instanceof PartFailedError ? partMessages[error.part] : 'Internal failure';
  };
}
