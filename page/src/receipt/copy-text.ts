/** Copies the text; where a page may not (it came without TLS), selects the element for the reader to copy. */
export async function copyText(text: string, element: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    getSelection()?.selectAllChildren(element);
    return false;
  }
}
