import { ArrowDown, ArrowUp, Ellipsis } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../../../page-kit/icon.tsx';
import { requestStatuses } from '../../../src/events/statuses.ts';
import type { InboxRequest, RequestStatus } from '../api/shapes.ts';
import { shownName } from '../language/shown-name.ts';
import { useTranslator } from '../language/translator-context.ts';
import { StatusIcon } from './status-icon.tsx';

interface MoveMenuProps {
  readonly request: Pick<InboxRequest, 'status' | 'customerName' | 'number'>;
  onMove(status: RequestStatus): void;
  readonly onShift: ((step: 1 | -1) => void) | null;
}

/** Moves a card by the keyboard or a finger. */
export function MoveMenu({ request: { status, customerName, number }, onMove, onShift }: MoveMenuProps) {
  const { text } = useTranslator();
  const [isOpen, setIsOpen] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  const id = useId();
  const name = text('moveTo', { name: shownName(customerName), number });

  // The items exist only while they are seen, because a board has many cards. The browser reports an opening late, and
  // does not report a closing right before it.
  useLayoutEffect(() => {
    if (isOpen) menu.current?.querySelector('button')?.focus();
  }, [isOpen]);

  function act(action: () => void): void {
    menu.current?.hidePopover();
    action();
  }

  const others = requestStatuses.filter((one) => one !== status);
  return (
    <>
      <button type="button" class="move" popovertarget={id} aria-label={name} title={name}>
        <Icon of={Ellipsis} />
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: its buttons are pressed */}
      <div
        id={id}
        ref={menu}
        popover="auto"
        class="menu"
        onBeforeToggle={({ newState }) => newState === 'closed' && setIsOpen(false)}
        onToggle={({ newState }) => newState === 'open' && setIsOpen(true)}
        onKeyDown={goAlong}
      >
        {isOpen && (
          <>
            <p class="menu-title">{text('moveTitle')}</p>
            {others.map((one) => (
              <Item key={one} icon={<StatusIcon status={one} />} onPress={() => act(() => onMove(one))}>
                {text(`status_${one}`)}
              </Item>
            ))}
            {onShift && (
              <>
                <hr class="menu-line" />
                <Item icon={<Icon of={ArrowUp} />} onPress={() => act(() => onShift(-1))}>
                  {text('moveUp')}
                </Item>
                <Item icon={<Icon of={ArrowDown} />} onPress={() => act(() => onShift(1))}>
                  {text('moveDown')}
                </Item>
              </>
            )}
          </>
        )}
      </div>
    </>
  );
}

interface ItemProps {
  readonly icon: ComponentChildren;
  readonly children: string;
  onPress(): void;
}

function Item({ icon, children, onPress }: ItemProps) {
  return (
    <button type="button" class="menu-item" onClick={onPress}>
      {icon}
      {children}
    </button>
  );
}

/** Arrow keys go through the items. */
function goAlong(event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const items: readonly Element[] = [...event.currentTarget.querySelectorAll('button')];
  const at = document.activeElement === null ? -1 : items.indexOf(document.activeElement);
  const next = items[(at + step + items.length) % items.length];
  if (next instanceof HTMLElement) next.focus();
}
