const pair = /light-dark\(((?:[^(),]|\([^)]*\))+), ((?:[^()]|\([^)]*\))+)\)/g;
const light = '--if-light: initial; --if-dark: ;';
const dark = '--if-light: ; --if-dark: initial;';

/** Browsers from before May 2024 lack `light-dark()`: of two variables in its place, the one that is `initial` gives its colour. */
export function withPairs(css: string): string {
  return css.replaceAll(pair, 'var(--if-light, $1) var(--if-dark, $2)');
}

/** @param scheme Of the page, as in CSS. */
export function pairStyle(scheme: string): string {
  const isEither = scheme === 'light dark';
  const first = `:root { color-scheme: ${scheme}; ${scheme === 'dark' ? dark : light} }`;
  return isEither ? `${first} @media (prefers-color-scheme: dark) { :root { ${dark} } }` : first;
}
