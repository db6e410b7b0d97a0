import type { TargetedKeyboardEvent } from 'preact';

/** Submits on Control or ⌘ with Enter. Escape leaves the field, so that single keys are shortcuts again. */
export function pressWhileWriting(event: TargetedKeyboardEvent<HTMLTextAreaElement>): void {
  const { key, ctrlKey, metaKey, isComposing, repeat, currentTarget: field } = event;
  if (isComposing) return;
  if (key === 'Escape') field.blur();
  if (key !== 'Enter' || !(ctrlKey || metaKey) || repeat) return;
  event.preventDefault();
  field.form?.requestSubmit();
}
