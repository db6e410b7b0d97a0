import { withShortMarkRuns } from '../../platform/language/folded-text.ts';
import { atMostCharacters, storableText } from '../../platform/shapes/storable-text.ts';

/** Joiners, variants and tags belong to letters and emoji, and show nothing behind ASCII but in keycaps (`1️⃣`). */
const hidden =
  /(?!\u200c|\u200d|\ufe0e|\ufe0f|[\u{e0020}-\u{e007f}])[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]|(?<=^|[\0-\x7f])(?!(?<=[\d#*])\ufe0f\u20e3)(?:\u200c|\u200d|\ufe0e|\ufe0f|[\u{e0020}-\u{e007f}])+/gu;

/** Returns one form for all labels that look the same: composed, without invisible characters, with single blanks. */
export function labelForm(label: string): string {
  return withShortMarkRuns(label)
    .replace(hidden, '')
    .normalize('NFC')
    .replace(/[\p{Zs}\u2800]+/gu, ' ')
    .trim();
}

/** Returns the schema of a text that people recognize by sight. It is stored in the form of `labelForm`. */
export function labelText(maxCharacters: number) {
  return storableText()
    .overwrite(labelForm)
    .check(atMostCharacters(maxCharacters))
    .min(1)
    .meta({ maxLength: maxCharacters });
}
