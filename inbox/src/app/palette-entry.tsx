import { Search } from 'lucide';
import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../../../page-kit/icon.tsx';
import { paletteKey } from '../keys/palette-key.ts';
import { useTranslator } from '../language/translator-context.ts';
import { lazyComponent } from '../parts/lazy-component.tsx';

const Palette = lazyComponent(() => import('../palette/palette.tsx').then((loaded) => loaded.Palette));

/** Opens the command palette, by its button or by Control (on a Mac Command) and K. */
export function PaletteEntry() {
  const { text } = useTranslator();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!paletteKey.isPressed(event) || document.querySelector('dialog:modal:not(.palette)')) return;
      event.preventDefault();
      setOpen((wasOpen) => !wasOpen);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <button
        type="button"
        class="quiet icon"
        aria-label={text('palette')}
        aria-keyshortcuts={paletteKey.shortcut}
        title={`${text('palette')} (${paletteKey.name})`}
        onClick={() => setOpen(true)}
      >
        <Icon of={Search} />
      </button>
      {/* The dialog is in the top layer. Its placeholder until then takes no space. */}
      <div class="visually-hidden">{isOpen && <Palette onClose={() => setOpen(false)} />}</div>
    </>
  );
}
