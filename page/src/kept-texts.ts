/**
 * Returns an observer of a tree in which another program translates. Such a program, as browsers have one, puts an element
 * with its words in the place of a text of ours. What is then written into the text would be seen by nobody: a price would
 * stay that of before. A text that has changed takes its place back, and the program translates it anew.
 */
export function createTextKeeper(): MutationObserver {
  const places = new WeakMap<Node, Element>();
  const changes = new MutationObserver((records) => {
    for (const { target } of records) {
      const place = places.get(target);
      if (!target.isConnected && place?.isConnected) place.replaceWith(target);
    }
  });
  return new MutationObserver((records) => {
    const added = new Set<Node>(records.flatMap(({ addedNodes }) => [...addedNodes]));
    for (const { addedNodes, removedNodes, previousSibling, nextSibling } of records) {
      const place = [...addedNodes, previousSibling, nextSibling].find(
        (node) => node instanceof Element && added.has(node),
      );
      for (const text of removedNodes) {
        if (!place || text.nodeType !== Node.TEXT_NODE) continue;
        places.set(text, place as Element);
        changes.observe(text, { characterData: true });
      }
    }
  });
}
