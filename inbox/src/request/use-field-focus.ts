import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** Returns the reference of a field that takes the focus whenever the count rises, also as it appears. */
export function useFieldFocus(focusCount: number): RefObject<HTMLTextAreaElement | null> {
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    if (focusCount > 0) field.current?.focus();
  }, [focusCount]);
  return field;
}
