import { type PictureFacts, withoutSize } from '../picture-facts.ts';

/** A picture that gets no preview, and why. */
export class RefusedPicture extends Error {
  override readonly name: string = 'RefusedPicture';

  readonly facts: PictureFacts;

  constructor(message: string, facts: PictureFacts) {
    super(message);
    this.facts = facts;
  }
}

/** A picture of several frames, where only a still one is taken. */
export class AnimatedPicture extends RefusedPicture {
  override readonly name = 'AnimatedPicture';
}

/** Any other error comes from a decoder. */
export function factsOf(error: unknown): PictureFacts {
  return error instanceof RefusedPicture ? error.facts : withoutSize('unreadable');
}
