import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { LiveRegions, useAnnouncer } from '../../../page-kit/announcer.tsx';
import { isOfInputMethod } from '../keys/key-table.ts';
import { useTranslator } from '../language/translator-context.ts';
import { matching, type PaletteItem, paletteGroups } from './palette-item.ts';
import { PaletteOptions } from './palette-options.tsx';
import { useFoundRequests } from './use-found-requests.ts';
import { usePaletteItems } from './use-palette-items.ts';

/** Finds every command, page, view and request by its name. A combobox as the ARIA Authoring Practices describe it. */
export function Palette({ onClose }: { onClose(): void }) {
  const { text, language } = useTranslator();
  const { say } = useAnnouncer();
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState('');
  const [chosenId, setChosenId] = useState<string | null>(null);
  const requests = useFoundRequests(typed);
  const others = matching(usePaletteItems(), typed, language);
  const all = [...others, ...requests];
  const shown = paletteGroups.flatMap((group) => all.filter((item) => item.group === group));
  const at = Math.max(
    0,
    shown.findIndex(({ id }) => id === chosenId),
  );
  const chosen = shown[at];

  const before = useRef<Element | null>(null);
  useLayoutEffect(() => {
    before.current = document.activeElement;
    dialog.current?.showModal();
    return giveBack;
  }, []);

  function giveBack(): void {
    dialog.current?.close();
    if (before.current instanceof HTMLElement && before.current.isConnected) before.current.focus();
    before.current = null;
  }

  useEffect(() => {
    if (typed !== '') say(text('paletteFound', { count: shown.length }));
  }, [typed, shown.length]);

  function run(item: PaletteItem | undefined): void {
    if (!item) return;
    // At once: the command may open a dialog, or move the focus.
    giveBack();
    onClose();
    item.run();
  }

  function onKey(event: KeyboardEvent): void {
    if (isOfInputMethod(event)) return;
    if (event.key === 'Enter') run(chosen);
    else if (event.key === 'ArrowDown') setChosenId(shown[(at + 1) % shown.length]?.id ?? null);
    else if (event.key === 'ArrowUp') setChosenId(shown.at(at - 1)?.id ?? null);
    else return;
    event.preventDefault();
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it too
    <dialog
      ref={dialog}
      class="palette"
      aria-label={text('palette')}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={({ target }) => target === dialog.current && onClose()}
    >
      <input
        autofocus
        type="text"
        role="combobox"
        aria-label={text('palette')}
        aria-expanded="true"
        aria-controls="palette-list"
        aria-autocomplete="list"
        aria-activedescendant={chosen && `palette-${at}`}
        autocomplete="off"
        spellcheck={false}
        placeholder={text('paletteHint')}
        value={typed}
        onInput={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setChosenId(null);
        }}
        onKeyDown={onKey}
      />
      <PaletteOptions shown={shown} at={at} onPoint={setChosenId} onRun={run} />
      <LiveRegions />
    </dialog>
  );
}
