import { withShortMarkRuns } from '../../../platform/language/folded-text.ts';

/** Leaves room for a folder, within the 260 characters of a path that Windows accepts by default. */
const maxNameBytes = 140;
const maxFolderBytes = 80;

/** Characters that are not shown or that change the direction of text. Joiners are kept for emoji and Persian. */
const invisible = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
const forbiddenOnWindows = /[<>:"|?*\\/]/g;
const reservedOnWindows = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³]) *(?:\.|$)/i;
/** The start of a hidden file, of a command's option, or of another folder (`~`). */
const misleadingStart = /^[.\-~]/;
const dotOrBlank = /[.\s]/u;
const extension = /\.[A-Za-z0-9]{1,16}$/;

/** Returns a file name that is valid on all systems, as near as possible to the name that was sent. */
export function safeFileName(name: string): string {
  return safeName(name.split(/[/\\]/).at(-1) ?? '', maxNameBytes) || 'file';
}

/** Returns the name of a single folder, even when the name has the form of a path. */
export function safeFolderName(name: string): string {
  return safeName(name, maxFolderBytes) || 'request';
}

function safeName(name: string, maxBytes: number): string {
  const shown = withShortMarkRuns(name.toWellFormed())
    .normalize('NFC')
    .replace(invisible, '')
    .replace(forbiddenOnWindows, '_')
    .trim();
  const cut = withoutEnd(cutName(withoutEnd(shown), maxBytes));
  return misleadingStart.test(cut) || reservedOnWindows.test(cut) ? `_${cut}` : cut;
}

/** Removes dots and blanks at the end, because Windows drops them. One expression for it takes time quadratic in their number. */
function withoutEnd(name: string): string {
  let end = name.length;
  while (end > 0 && dotOrBlank.test(name.charAt(end - 1))) end -= 1;
  return name.slice(0, end);
}

/** Shortens the name before its extension, never within a character. */
function cutName(name: string, maxBytes: number): string {
  if (Buffer.byteLength(name) <= maxBytes) return name;
  const end = extension.exec(name)?.[0] ?? '';
  let room = maxBytes - Buffer.byteLength(end);
  let stem = '';
  for (const character of name.slice(0, name.length - end.length)) {
    room -= Buffer.byteLength(character);
    if (room < 0) break;
    stem += character;
  }
  return stem + end;
}

/** Creates a register that gives each name of a folder to only one file. */
export function createUniqueNames() {
  const taken = new Set<string>();
  const next = new Map<string, number>();

  return {
    /** Returns the name, or the next of `name (2)`, `name (3)` … that is free. */
    take(name: string): string {
      const key = comparable(name);
      let free = name;
      for (let number = next.get(key) ?? 2; taken.has(comparable(free)); number += 1) {
        free = numbered(name, number);
        next.set(key, number + 1);
      }
      taken.add(comparable(free));
      return free;
    },
  };
}

/** Returns the same key for names that a file system may treat as equal, by case, normal form or joiners. */
function comparable(name: string): string {
  return name
    .replace(/[\u200c\u200d]/g, '')
    .normalize('NFKC')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC');
}

function numbered(name: string, number: number): string {
  const end = extension.exec(name)?.[0] ?? '';
  return `${name.slice(0, name.length - end.length)} (${number})${end}`;
}
