/** Returns the language that the reader chose earlier in this browser, or null. */
export function readStoredLanguage(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores the choice. Where storage is blocked, the choice lasts until the page is closed. */
export function storeLanguage(key: string, language: string): void {
  try {
    localStorage.setItem(key, language);
  } catch {
    // Storage is blocked or full.
  }
}
