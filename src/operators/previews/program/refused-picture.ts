import { type PictureFacts, withoutSize } from '../picture-facts.ts';

/** A picture that gets no preview, and why. */
export class RefusedPicture extends Error {
  override readonly name = 'RefusedPicture';

  readonly facts: PictureFacts;

  constructor(message: string, facts: PictureFacts) {
    super(message);
    this.facts = facts;
  }
}

/** Any other error comes from a decoder. */
export function factsOf(error: unknown): PictureFacts {
  return error instanceof RefusedPicture ? error.facts : withoutSize('unreadable');
}
