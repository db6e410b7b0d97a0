import type { Studio } from './draft-shapes.ts';
import { valueAt } from './paths.ts';

/** A part of the page, by what it has from the document. */
export interface EditedPart {
  readonly key: string | null;
  /** The position of an entry among those that customers see, or null. */
  readonly position: number | null;
  /** The position of an option of the entry, or null. */
  readonly option: number | null;
}

/** @param path The steps of the edited member with slashes, or empty. */
export function editedPart(shown: Studio, path: string): EditedPart {
  const [key = '', entry, list, option] = path.split('/');
  return {
    key: key || null,
    position: entry === undefined ? null : offeredPosition(shown, [key], entry),
    option:
      list === 'options' && option !== undefined ? offeredPosition(shown, [key, entry ?? '', list], option) : null,
  };
}

/** Returns the position without the hidden entries before it, and null for a hidden one. */
function offeredPosition(shown: Studio, list: readonly string[], position: string): number | null {
  const entries = valueAt(shown, list);
  const index = Number(position);
  if (!Array.isArray(entries) || !(index in entries) || entries[index].hidden) return null;
  return entries.slice(0, index).filter(({ hidden }) => !hidden).length;
}
