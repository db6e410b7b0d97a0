import { text } from '../../../platform/shapes/values.ts';
import type { Kind } from '../../entry-kind.ts';

const maxCharacters = 20_000;

/** A text of operators for each other. It changes nothing of the request. */
export const note: Kind = {
  text: text(maxCharacters),
  call: {
    path: 'notes',
    bodyName: 'Note',
    operationId: 'addNote',
    summary: 'Add an internal note',
    writers: { role: 'operator', scope: 'write' },
  },
};
