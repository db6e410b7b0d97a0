import { failureText } from './failure-text.ts';

/** What the service depends on. */
export type Part = 'database' | 'object store';

/** A part of the service failed. Its message is the text of the failure (C27), its `cause` the failure itself. */
export class PartFailedError extends Error {
  override readonly name = 'PartFailedError';
  readonly part: Part;

  constructor(part: Part, cause: unknown) {
    super(failureText(cause), { cause });
    this.part = part;
  }
}
