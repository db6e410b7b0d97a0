import type { PartSpec } from './draft/field-specs.ts';
import { askedParts } from './part-specs/asked-parts.ts';
import { lookParts } from './part-specs/look-parts.ts';
import { offerParts } from './part-specs/offer-parts.ts';
import { wordParts } from './part-specs/word-parts.ts';

/** The parts of the editor in their order: common things first. */
export const partTable: readonly PartSpec[] = [...offerParts, ...askedParts, ...lookParts, ...wordParts];
