import type { TargetedKeyboardEvent } from 'preact';
import { isOfInputMethod } from '../keys/input-method.ts';

/** Submits on Control or ⌘ with Enter. Escape leaves the field, so that single keys are shortcuts again. */
export function pressWhileWriting(event: TargetedKeyboardEvent<HTMLTextAreaElement>): void {
  if (isOfInputMethod(event)) return;
  const { key, ctrlKey, metaKey, repeat, currentTarget: field } = event;
  if (key === 'Escape') field.blur();
  if (key !== 'Enter' || !(ctrlKey || metaKey) || repeat) return;
  event.preventDefault();
  field.form?.requestSubmit();
}
