interface LanguageOptionsProps {
  /** The name of each language in the language itself, by tag. */
  readonly names: Readonly<Record<string, string>>;
  /** Tag of the selected language. */
  readonly chosen: string;
}

/** The `option` elements of a language `select`. Each name is in its own language and has its own `lang`. */
export function LanguageOptions({ names, chosen }: LanguageOptionsProps) {
  return (
    <>
      {Object.entries(names).map(([tag, name]) => (
        <option key={tag} value={tag} lang={tag} selected={tag === chosen}>
          {name}
        </option>
      ))}
    </>
  );
}
