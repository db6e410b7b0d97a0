/** Replaces an invisible character. */
const sign = '�';

/** Characters that are not shown, or that change the direction of text. Variants of letters and joiners are kept. */
const hidden =
  /(?![\u200c\u200d]|[\u034f\u180b-\u180f\ufe00-\ufe0f\u{e0100}-\u{e01ef}])[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** The flag of a region, which is an emoji and its tags, or one hidden character. */
const flagOrHidden = new RegExp(`\\u{1f3f4}[\\u{e0020}-\\u{e007e}]+\\u{e007f}|${hidden.source}`, 'gu');

/** Marks that honest names have beside letters from right to left. */
const mark = /^[\u200e\u200f\u061c]$/;
export const rightToLeft = /[\p{sc=Arab}\p{sc=Hebr}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nkoo}]/u;

/**
 * Returns a stranger's name with a sign for each hidden character. With them, `photo\u202egnp.exe` would have
 * the name of a picture, also within `<bdi>`.
 */
export function shownName(name: string): string {
  const mayHaveMarks = rightToLeft.test(name);
  return name.replace(flagOrHidden, (found) => {
    const isKept = found.length > 2 || (mayHaveMarks && mark.test(found));
    return isKept ? found : sign;
  });
}
