import type { Page } from 'playwright-core';

/** How a program changes texts: Chrome's replaces them by elements, others write into them. */
export type Translating = 'in new elements' | 'in the texts';

/** The mark that the program puts before each text. */
export const translationMark = 'ŧ ';

/**
 * Changes the page as Google Translate does: each text is replaced by a `font` within a `font` with other words, also in
 * shadow trees, in names and hints of controls, and in later additions. The root gets another language and a class.
 */
export async function translatePage(page: Page, how: Translating): Promise<void> {
  await page.evaluate(
    ({ mark, isText }) => {
      const done = new WeakSet<Node>();
      const attributes = ['title', 'placeholder', 'aria-label'];

      function translateText(text: Text): void {
        const words = text.data;
        if (
          words.trim() === '' ||
          words.startsWith(mark) ||
          text.parentElement?.closest('script, style, textarea, font')
        )
          return;
        if (isText) {
          text.data = mark + words;
          return;
        }
        const outer = document.createElement('font');
        const inner = document.createElement('font');
        for (const font of [outer, inner]) font.style.verticalAlign = 'inherit';
        inner.textContent = mark + words;
        outer.append(inner);
        text.replaceWith(outer);
      }

      function translateNames(element: Element): void {
        for (const name of attributes) {
          const words = element.getAttribute(name);
          if (words && !words.startsWith(mark)) element.setAttribute(name, mark + words);
        }
      }

      function translate(root: Node): void {
        const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
        const found: Node[] = [];
        for (let node: Node | null = walker.currentNode; node; node = walker.nextNode()) found.push(node);
        for (const node of found) {
          if (node instanceof Text) translateText(node);
          if (node instanceof Element) translateNames(node);
          if (node instanceof Element && node.shadowRoot) watch(node.shadowRoot);
        }
      }

      function watch(root: Node): void {
        if (done.has(root)) return;
        done.add(root);
        translate(root);
        new MutationObserver((records) => {
          for (const { target, type, addedNodes } of records) {
            if (type === 'characterData') translateText(target as Text);
            else for (const node of addedNodes) if (node.isConnected) translate(node);
          }
        }).observe(root, { childList: true, characterData: true, subtree: true });
      }

      document.documentElement.lang = 'tlh';
      document.documentElement.classList.add('translated-ltr');
      watch(document.documentElement);
    },
    { mark: translationMark, isText: how === 'in the texts' },
  );
}
