const isKnown = CSS.supports('color', 'light-dark(red,red)');
const pair = /light-dark\(((?:[^(),]|\([^)]*\))+),((?:[^()]|\([^)]*\))+)\)/g;

/** Returns the style with variables instead of `light-dark()` in browsers from before May 2024, which lack it. */
export function withPairs(css: string): string {
  return isKnown ? css : css.replace(pair, 'var(--if-light,$1) var(--if-dark,$2)');
}

/** Returns the style of these variables for the element as it is now: the one that is `initial` gives its colour. */
export function pairStyle(element: Element): string {
  if (isKnown) return '';
  const { colorScheme } = getComputedStyle(element);
  const isEither = colorScheme.includes('light') && matchMedia('(prefers-color-scheme: dark)').matches;
  const isDark = colorScheme.includes('dark') && (isEither || !colorScheme.includes('light'));
  const [shown, hidden] = isDark ? ['dark', 'light'] : ['light', 'dark'];
  return `:host{--if-${shown}:initial;--if-${hidden}: ;}@media print{:host{--if-light:initial;--if-dark: ;}}`;
}
