import type { Ref } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { isOfInputMethod } from '../keys/key-table.ts';
import { useTranslator } from '../language/translator-context.ts';
import { isTooShort, maxSearchCharacters } from '../model/list-view.ts';

const debounceMs = 250;

interface SearchFieldProps {
  readonly fieldRef: Ref<HTMLInputElement>;
  readonly q: string;
  onSearch(q: string): void;
  /** Moves the focus from the field to the results. */
  onLeave(q: string): void;
}

/** A search field that searches when typing pauses. */
export function SearchField({ fieldRef, q, onSearch, onLeave }: SearchFieldProps) {
  const { text } = useTranslator();
  const [typed, setTyped] = useState(q);
  const hint = useId();
  const searched = useRef(q);
  useEffect(() => {
    // The field's own search comes back as `q`. It must not replace later typing, such as a blank.
    if (q !== searched.current) setTyped(q);
    searched.current = q;
  }, [q]);
  useEffect(() => {
    if (typed.trim() === q) return;
    const timer = setTimeout(() => {
      searched.current = typed.trim();
      onSearch(searched.current);
    }, debounceMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <search>
      <input
        ref={fieldRef}
        type="search"
        value={typed}
        maxLength={maxSearchCharacters}
        placeholder={text('searchHint')}
        aria-label={text('search')}
        aria-keyshortcuts="/"
        title={`${text('search')} (/)`}
        aria-describedby={isTooShort(q) ? hint : undefined}
        enterkeyhint="search"
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={(event) => {
          if (isOfInputMethod(event)) return;
          const { key, currentTarget } = event;
          if (key === 'Escape' && typed === '') currentTarget.blur();
          if (key !== 'Enter' || isTooShort(typed)) return;
          currentTarget.blur();
          onLeave(typed.trim());
        }}
      />
      {isTooShort(q) && (
        <p id={hint} class="hint">
          {text('searchTooShort')}
        </p>
      )}
    </search>
  );
}
