import { useId, useState } from 'preact/hooks';
import { useTranslator } from '../language/translator-context.ts';
import { ExactText } from './exact-text.tsx';

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
