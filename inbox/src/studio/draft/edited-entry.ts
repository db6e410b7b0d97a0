import { useEffect, useState } from 'preact/hooks';
import type { Studio } from './draft-shapes.ts';
import { valueAt } from './paths.ts';

/** Returns the id of the entry that is being edited, or null. */
export function useEditedEntry(shown: Studio): string | null {
  const [path, setPath] = useState('');
  useEffect(() => {
    const follow = ({ target }: FocusEvent) => {
      const control = target instanceof Element ? target.closest('.form-fields [data-path]') : null;
      if (control) setPath(control.getAttribute('data-path') ?? '');
    };
    document.addEventListener('focusin', follow);
    return () => document.removeEventListener('focusin', follow);
  }, []);
  return entryId(shown, path);
}

function entryId(shown: Studio, path: string): string | null {
  const [list, position] = path.split('/');
  if (list !== 'types' && list !== 'extras' && list !== 'customCards') return null;
  const entry = valueAt(shown, [list, position ?? '']) as { readonly id: string } | undefined;
  return entry?.id ?? null;
}
