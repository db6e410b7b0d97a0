import { failureText } from './failure-text.ts';

/** The parts of the system that the service depends on. */
export type Part = 'database' | 'object store';

/** The database or the object store failed. `message` is the text of the failure (C27), `cause` the failure itself. */
export class PartFailedError extends Error {
  override readonly name = 'PartFailedError';
  readonly part: Part;

  constructor(part: Part, cause: unknown) {
    super(failureText(cause), { cause });
    this.part = part;
  }
}
