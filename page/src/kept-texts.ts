/**
 * Returns an observer of a tree in which another program translates. Such a program, as browsers have one, replaces a text
 * by an element with its own words. Later changes of the text would be invisible, such as a new price. Therefore a text
 * that has changed replaces that element, and the program translates it anew.
 */
export function createTextKeeper(): MutationObserver {
  const replacements = new WeakMap<Node, Element>();
  const changes = new MutationObserver((records) => {
    for (const { target } of records) {
      const replacement = replacements.get(target);
      if (!target.isConnected && replacement?.isConnected) replacement.replaceWith(target);
    }
  });
  return new MutationObserver((records) => {
    const added = new Set<Node>(records.flatMap(({ addedNodes }) => [...addedNodes]));
    for (const { addedNodes, removedNodes, previousSibling, nextSibling } of records) {
      const replacement = [...addedNodes, previousSibling, nextSibling].find(
        (node) => node instanceof Element && added.has(node),
      );
      for (const text of removedNodes) {
        if (!replacement || text.nodeType !== Node.TEXT_NODE) continue;
        replacements.set(text, replacement as Element);
        changes.observe(text, { characterData: true });
      }
    }
  });
}
