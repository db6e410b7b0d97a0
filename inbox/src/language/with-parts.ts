import type { ComponentChildren } from 'preact';

/** The first of the characters that stand for the parts while a sentence is made. Texts have none of them. */
const firstMark = 0xe000;

/**
 * Returns a sentence whose placeholders are elements, such as a name in bold.
 *
 * @param sentence Returns the text with these values.
 */
export function withParts<Name extends string>(
  sentence: (values: Readonly<Record<Name, string>>) => string,
  parts: Readonly<Record<Name, ComponentChildren>>,
): ComponentChildren {
  const names = Object.keys(parts) as Name[];
  const marked = names.map((name, index) => [name, String.fromCharCode(firstMark + index)] as const);
  const pieces = sentence(Object.fromEntries(marked) as Record<Name, string>).split(/([\ue000-\ue00f])/);
  return pieces.map((piece) => {
    const found = marked.find(([, mark]) => mark === piece);
    return found ? parts[found[0]] : piece;
  });
}
