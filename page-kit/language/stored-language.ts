/** What the reader chose before in this browser; null without. */
export function readStoredLanguage(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** In a browser that keeps nothing the choice lasts as long as the page. */
export function storeLanguage(key: string, language: string): void {
  try {
    localStorage.setItem(key, language);
  } catch {
    // It lasts as long as the page.
  }
}
