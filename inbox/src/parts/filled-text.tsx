import { type ComponentChildren, Fragment } from 'preact';

interface FilledTextProps {
  /** Returns the text with these values in its places. */
  write(values: Readonly<Record<string, string>>): string;
  readonly parts: Readonly<Record<string, ComponentChildren>>;
}

/** A text with elements in its places, such as a link. The order of the places is that of the language. */
export function FilledText({ write, parts }: FilledTextProps) {
  const names = Object.keys(parts);
  const marks = names.map((_, index) => String.fromCodePoint(firstMark + index));
  const marked = write(Object.fromEntries(names.map((name, index) => [name, marks[index] ?? ''])));
  return (
    <>
      {marked.split(privateUse).map((piece, index) => (
        <Fragment key={index}>{parts[names[marks.indexOf(piece)] ?? ''] ?? piece}</Fragment>
      ))}
    </>
  );
}

/** Code points for private use, which no text of the pages has. */
const firstMark = 0xe000;
const privateUse = /([\ue000-\ue0ff])/u;
