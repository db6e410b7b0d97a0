import { text } from '../../../platform/shapes/values.ts';
import type { Kind } from '../../entry-kind.ts';

const maxCharacters = 5000;

/** A mail of operators to the customer. `CustomerMessages` adds the entry with the delivery that sends it. */
export const message: Kind = { text: text(maxCharacters), call: null };
