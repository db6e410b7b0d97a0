/** The actions of the keys. Components register handlers for actions with `useKeys`. */
export const keyTable = [
  { key: 'j', action: 'next', where: 'anywhere' },
  { key: 'k', action: 'previous', where: 'anywhere' },
  { key: 'ArrowDown', action: 'next', where: 'list' },
  { key: 'ArrowUp', action: 'previous', where: 'list' },
  { key: 'Enter', action: 'open', where: 'list' },
  { key: 'x', action: 'select', where: 'list' },
  { key: 'Escape', action: 'clear', where: 'list' },
  { key: 'p', action: 'pictures', where: 'request' },
  { key: 'r', action: 'reply', where: 'request' },
  { key: 'n', action: 'note', where: 'request' },
  { key: 'Escape', action: 'close', where: 'request' },
  { key: 'ArrowRight', action: 'pictureNext', where: 'picture' },
  { key: 'ArrowLeft', action: 'picturePrevious', where: 'picture' },
  { key: '+', action: 'zoomIn', where: 'picture' },
  { key: '-', action: 'zoomOut', where: 'picture' },
  { key: '0', action: 'zoomReset', where: 'picture' },
  { key: 'i', action: 'words', where: 'picture' },
  { key: 'i', action: 'release', where: 'held' },
  { key: '#', action: 'eraseHeld', where: 'held' },
  { key: 'a', action: 'accept', where: 'anywhere' },
  { key: 'w', action: 'waitlist', where: 'anywhere' },
  { key: 'd', action: 'decline', where: 'anywhere' },
  { key: 's', action: 'start', where: 'anywhere' },
  { key: 'e', action: 'done', where: 'anywhere' },
  { key: '!', action: 'spam', where: 'anywhere' },
  { key: 'u', action: 'undo', where: 'anywhere' },
  { key: '/', action: 'search', where: 'anywhere' },
  { key: '?', action: 'help', where: 'anywhere' },
] as const satisfies readonly KeyEntry[];

export type KeyAction = (typeof keyTable)[number]['action'];

interface KeyEntry {
  /** `KeyboardEvent.key` on any layout. */
  readonly key: string;
  readonly action: string;
  readonly where: 'list' | 'request' | 'picture' | 'held' | 'anywhere';
}

/** Actions that repeat while the key is held down. Decisions do not repeat. */
const repeatable: readonly KeyAction[] = ['next', 'previous', 'pictureNext', 'picturePrevious', 'zoomIn', 'zoomOut'];

/** On most keyboards `+` is the shifted `=`. */
const unshifted: Readonly<Record<string, string>> = { '=': '+' };

/**
 * Returns the key's action among those that `can` allows, or null. Ignores keys with Control, Alt or Meta, and letters
 * with Shift (WCAG 2.1.4).
 */
export function actionOf(event: KeyboardEvent, can = (_action: KeyAction): boolean => true): KeyAction | null {
  if (event.defaultPrevented || isOfInputMethod(event) || event.ctrlKey || event.altKey || event.metaKey) return null;
  const pressed = latinKeyOf(event);
  const isLetter = /^\p{L}$/u.test(pressed);
  if (event.shiftKey && (isLetter || pressed.length > 1)) return null;
  // Caps Lock makes a letter upper case without Shift.
  const key = isLetter ? pressed.toLowerCase() : (unshifted[pressed] ?? pressed);
  const action = keyTable.find((entry) => entry.key === key && can(entry.action))?.action ?? null;
  return action !== null && event.repeat && !repeatable.includes(action) ? null : action;
}

const names: Readonly<Record<string, string>> = {
  Escape: 'Esc',
  ArrowRight: '→',
  ArrowLeft: '←',
  ArrowDown: '↓',
  ArrowUp: '↑',
};

/** Returns the key of an action. */
export function keyOf(action: KeyAction): string {
  return keyTable.find((entry) => entry.action === action)?.key ?? '';
}

/** Returns the label of a key. */
export const nameOfKey = (key: string): string => names[key] ?? key;

/** Returns true for elements in which keys enter text or change a choice. */
export function isField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true;
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'submit'].includes(target.type);
}

/**
 * Returns the key of a press. Where the keyboard writes another alphabet, it is the Latin letter, or the slash, that
 * is at the same position of a US keyboard.
 */
export function latinKeyOf({ key, code = '' }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  // Thai and Devanagari have keys of marks, and Arabic one of two letters.
  const isOtherLetter = /^[\p{L}\p{M}]+$/u.test(key) && !/[\p{Script=Latin}]/u.test(key);
  // Keyboards for Russian, Hebrew and others write a full stop there.
  if (code === 'Slash' && (isOtherLetter || key === '.')) return '/';
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? [];
  return isOtherLetter && letter !== undefined ? letter.toLowerCase() : key;
}

/** Safari ends a conversion with a key of this code, after the event that ends composing. */
const conversionKeyCode = 229;

/** Returns true for a key that belongs to an input method. */
export function isOfInputMethod({ isComposing, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return isComposing || keyCode === conversionKeyCode;
}
