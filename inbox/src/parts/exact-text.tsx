import { useMemo, useState } from 'preact/hooks';
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
