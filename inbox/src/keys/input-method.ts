/** Safari ends a conversion with a key of this code, after the event that ends composing. */
const conversionKeyCode = 229;

/** Returns true for a key that belongs to an input method. */
export function isOfInputMethod({ isComposing, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return isComposing || keyCode === conversionKeyCode;
}
