import { partsOf } from '../../studio/catalogue/linked-html.ts';

/** Gives each paragraph its own text direction, so that directional characters affect only their paragraph. */
export function Paragraphs({ text }: { readonly text: string }) {
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/);
  return (
    <>
      {lines.map((line) => (
        <p dir="auto">{line === '' ? '\u00a0' : <Linked text={line} />}</p>
      ))}
    </>
  );
}

/** The address is isolated, so that directional characters before it do not turn it around. */
function Linked({ text }: { readonly text: string }) {
  return (
    <>
      {partsOf(text).map((part) =>
        typeof part === 'string' ? (
          part
        ) : (
          <a href={part.href} rel="noopener noreferrer nofollow">
            <bdi dir="ltr">{part.shown}</bdi>
          </a>
        ),
      )}
    </>
  );
}
