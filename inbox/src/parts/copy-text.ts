/** Copies a text. Resolves with false where the browser does not allow it: without https there is no clipboard API. */
export function copyText(text: string): Promise<boolean> {
  return Promise.resolve(navigator.clipboard?.writeText(text)).then(
    () => navigator.clipboard !== undefined,
    () => false,
  );
}
