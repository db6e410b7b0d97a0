import { useEffect, useState } from 'preact/hooks';
import type { Studio } from './draft-shapes.ts';
import { valueAt } from './paths.ts';

/** Returns the id of the entry that is being edited, or null. */
export function useEditedEntry(shown: Studio): string | null {
  const [place, setPlace] = useState('');
  useEffect(() => {
    const follow = ({ target }: FocusEvent) => {
      const control = target instanceof Element ? target.closest('.form-fields [data-place]') : null;
      if (control) setPlace(control.getAttribute('data-place') ?? '');
    };
    document.addEventListener('focusin', follow);
    return () => document.removeEventListener('focusin', follow);
  }, []);
  return entryId(shown, place);
}

function entryId(shown: Studio, place: string): string | null {
  const [list, position] = place.split('/');
  if (list !== 'types' && list !== 'extras' && list !== 'customCards') return null;
  const entry = valueAt(shown, [list, position ?? '']) as { readonly id: string } | undefined;
  return entry?.id ?? null;
}
