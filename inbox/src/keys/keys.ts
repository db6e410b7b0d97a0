import { useLayoutEffect, useRef } from 'preact/hooks';
import { createStoredCell } from '../cells/cell.ts';
import { actionOf, isField, type KeyAction, keyTable } from './key-table.ts';

type KeyHandlers = Readonly<Partial<Record<KeyAction, (event: KeyboardEvent) => void>>>;

/**
 * Whether shortcuts of one character work. People whose speech input types letters can turn them off (WCAG 2.1.4).
 * Stored in this browser.
 */
export const areKeysOn = createStoredCell('inbox-keys', true, (value) => (typeof value === 'boolean' ? value : null));

/** The registered handlers, oldest first. */
const handlers: { readonly current: KeyHandlers }[] = [];

/** Registers key handlers while the component is mounted. Later registrations take precedence. */
export function useKeys(mine: KeyHandlers): void {
  const latest = useRef(mine);
  latest.current = mine;
  // A layout effect, so that the keys work as soon as the component is visible.
  useLayoutEffect(() => {
    handlers.push(latest);
    return () => void handlers.splice(handlers.indexOf(latest), 1);
  }, []);
}

/** @returns A function that removes the listener. */
export function listenToKeys(): () => void {
  document.addEventListener('keydown', onKey);
  return () => document.removeEventListener('keydown', onKey);
}

// A selector that a browser does not know is an error.
const openParts = CSS.supports('selector(:popover-open)') ? 'dialog:modal, :popover-open' : 'dialog:modal';

function onKey(event: KeyboardEvent): void {
  const action = actionOf(event, (one) => handlerOf(one) !== undefined);
  if (action === null || isField(event.target)) return;
  if (document.querySelector(openParts)) return;
  // Enter and Escape are not character keys, so the switch does not disable them.
  if (!areKeysOn.value && event.key.length === 1) return;
  if (event.key === 'Enter' && isControl(event.target)) return;
  if (event.key.startsWith('Arrow') && !isAmongRows(event.target)) return;
  event.preventDefault();
  handlerOf(action)?.(event);
}

/** Returns the actions that can be done now. */
export function possibleActions(): readonly KeyAction[] {
  const actions = [...new Set(keyTable.map(({ action }) => action))];
  return actions.filter((action) => handlerOf(action) !== undefined);
}

/** Runs the action as its key does. */
export function runAction(action: KeyAction): void {
  handlerOf(action)?.(new KeyboardEvent('keydown'));
}

const handlerOf = (action: KeyAction) => handlers.findLast(({ current }) => current[action])?.current[action];

/** Returns true where arrow keys move through the list. Elsewhere, and next to an open request, they scroll. */
function isAmongRows(target: EventTarget | null): boolean {
  if (document.querySelector('.with-request')) return false;
  return target === document.body || (target instanceof Element && target.closest('.rows, .held-list') !== null);
}

/** Returns true for elements that Enter activates. */
function isControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('a, button, summary, input') !== null;
}
