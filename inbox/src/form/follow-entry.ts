import { useEffect, useState } from 'preact/hooks';
import type { Studio } from './draft-shapes.ts';
import { valueAt } from './paths.ts';

/** The page needs a moment to draw what was typed, and a busy one more than a moment. */
const pauseMs = 120;
const mostPauses = 50;

/** Keeps the entry that is being edited in sight in the preview. */
export function useFollowedEntry(frame: { readonly current: HTMLIFrameElement | null }, shown: Studio): void {
  const [place, setPlace] = useState('');
  useEffect(() => {
    const follow = ({ target }: FocusEvent) => {
      const control = target instanceof Element ? target.closest('.form-fields [data-place]') : null;
      if (control) setPlace(control.getAttribute('data-place') ?? '');
    };
    document.addEventListener('focusin', follow);
    return () => document.removeEventListener('focusin', follow);
  }, []);
  useEffect(() => {
    const id = entryId(shown, place);
    if (id === null) return;
    let pauses = 0;
    const timer = setInterval(() => {
      pauses += 1;
      if (showEntry(frame.current, id) || pauses === mostPauses) clearInterval(timer);
    }, pauseMs);
    return () => clearInterval(timer);
  }, [place, shown]);
}

function entryId(shown: Studio, place: string): string | null {
  const [list, position] = place.split('/');
  if (list !== 'types' && list !== 'extras' && list !== 'customCards') return null;
  const entry = valueAt(shown, [list, position ?? '']) as { readonly id: string } | undefined;
  return entry?.id ?? null;
}

/**
 * Scrolls the page inside the frame alone. An entry in the middle of the frame stays where it is. Returns false while the
 * page has not drawn the entry.
 */
function showEntry(frame: HTMLIFrameElement | null, id: string): boolean {
  const view = frame?.contentWindow;
  const page = frame?.contentDocument?.querySelector('commission-form')?.shadowRoot;
  const control = page?.querySelector(`input[value="${CSS.escape(id)}"]`);
  if (!view || !control) return false;
  const { top } = control.getBoundingClientRect();
  const { innerHeight } = view;
  const isInSight = top > innerHeight * 0.2 && top < innerHeight * 0.7;
  if (!isInSight) view.scrollBy({ top: top - innerHeight / 2, behavior: 'instant' });
  return true;
}
