import { Ellipsis } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';
import { Icon } from '../../../page-kit/icon.tsx';

interface RowMenuProps {
  /** Accessible name of the button, with the object of the actions. */
  readonly label: string;
  /** Buttons of the class `menu-item`. A press closes the menu. */
  readonly children: ComponentChildren;
}

/** The rare actions of a row, behind a button. */
export function RowMenu({ label, children }: RowMenuProps) {
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  return (
    <>
      <button type="button" class="button button-plain button-icon" aria-label={label} title={label} popovertarget={id}>
        <Icon of={Ellipsis} />
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: its buttons take the presses */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a key presses a button, which is a click too */}
      <div id={id} ref={menu} popover="auto" class="menu" onClick={() => menu.current?.hidePopover()}>
        {children}
      </div>
    </>
  );
}
