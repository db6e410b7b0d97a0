import { useId, useMemo, useState } from 'preact/hooks';
import { useTranslator } from '../language/translator-context.ts';
import { LinkDialog } from './link-dialog.tsx';
import { partsOf } from './linked-text.ts';

/**
 * A customer's text with its line breaks and spaces. Each paragraph has its own direction. A click on an address only
 * shows where it leads.
 */
export function ExactText({ text }: { readonly text: string }) {
  const parts = useMemo(() => partsOf(text), [text]);
  const [opened, setOpened] = useState<URL | null>(null);
  return (
    <>
      <div class="exact-text" dir="auto">
        {parts.map(({ text: part, url }, index) =>
          url === null ? (
            part
          ) : (
            <button key={index} type="button" class="address" onClick={() => setOpened(url)}>
              <bdi>{part}</bdi>
            </button>
          ),
        )}
      </div>
      {opened && <LinkDialog url={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

const mostCharacters = 900;
const mostLines = 14;

/** A customer's text. A long text is cut until the person expands it, so that pictures and decisions stay visible. */
export function LongText({ text: whole }: { readonly text: string }) {
  const { text } = useTranslator();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const isLong = whole.length > mostCharacters || whole.split('\n').length > mostLines;
  if (!isLong) return <ExactText text={whole} />;
  return (
    <>
      {/* An address that gets the keyboard focus must be visible. */}
      <div id={id} class={isOpen ? '' : 'cut'} onFocusIn={() => setOpen(true)}>
        <ExactText text={whole} />
      </div>
      <button
        type="button"
        class="quiet small show-all"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {text(isOpen ? 'showLess' : 'showAll')}
      </button>
    </>
  );
}
