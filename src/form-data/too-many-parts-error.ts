import { maxParts } from '../submission/limits.ts';

/** The form has more parts than are read of any form, whatever their names (C9). */
export class TooManyPartsError extends Error {
  override readonly name = 'TooManyPartsError';

  constructor() {
    super(`The form has more than ${maxParts} parts`);
  }
}
