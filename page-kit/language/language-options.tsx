export interface LanguageOptionsProps {
  /** What each language calls itself, by its tag. */
  readonly names: Readonly<Record<string, string>>;
  /** A tag. */
  readonly chosen: string;
}

/** The languages to choose from in a `select`, each named and marked up in its own. */
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
