import type { RefObject, TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { isOfInputMethod } from '../keys/key-table.ts';

/** Submits on Control or ⌘ with Enter. Escape leaves the field, so that single keys are shortcuts again. */
export function pressWhileWriting(event: TargetedKeyboardEvent<HTMLTextAreaElement>): void {
  if (isOfInputMethod(event)) return;
  const { key, ctrlKey, metaKey, repeat, currentTarget: field } = event;
  if (key === 'Escape') field.blur();
  if (key !== 'Enter' || !(ctrlKey || metaKey) || repeat) return;
  event.preventDefault();
  field.form?.requestSubmit();
}

/** Returns the reference of a field that takes the focus whenever the count rises, also as it appears. */
export function useFieldFocus(focusCount: number): RefObject<HTMLTextAreaElement | null> {
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    if (focusCount > 0) field.current?.focus();
  }, [focusCount]);
  return field;
}
