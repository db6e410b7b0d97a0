import type { Ref } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useTranslator } from '../language/translator-context.ts';

const quietMs = 250;
const maxCharacters = 200;

export interface SearchFieldProps {
  readonly fieldRef: Ref<HTMLInputElement>;
  readonly q: string;
  onSearch(q: string): void;
}

/** Searches as one types, when one stops for a moment. */
export function SearchField({ fieldRef, q, onSearch }: SearchFieldProps) {
  const { text } = useTranslator();
  const [typed, setTyped] = useState(q);
  useEffect(() => setTyped(q), [q]);
  useEffect(() => {
    if (typed.trim() === q) return;
    const timer = setTimeout(() => onSearch(typed.trim()), quietMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <search>
      <input
        ref={fieldRef}
        type="search"
        value={typed}
        maxLength={maxCharacters}
        placeholder={text('searchHint')}
        aria-label={text('search')}
        enterkeyhint="search"
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={({ key, currentTarget }) => {
          // From the field to what it has found.
          if (key === 'Enter' || (key === 'Escape' && typed === '')) currentTarget.blur();
        }}
      />
    </search>
  );
}
