import { useLayoutEffect, useRef } from 'preact/hooks';
import { createKeptCell } from '../cells/kept-cell.ts';
import { actionOf, isField, type KeyAction } from './key-table.ts';

export type KeyHandlers = Readonly<Partial<Record<KeyAction, (event: KeyboardEvent) => void>>>;

/** Off for those whose voice or switch input types letters (WCAG 2.1.4). Kept in this browser. */
export const areKeysOn = createKeptCell('inbox-keys', true, (value) => (typeof value === 'boolean' ? value : null));

/** Those who can do something, the latest last. */
const handlers: { readonly current: KeyHandlers }[] = [];

/** Does these for their keys while the component is there; it comes before those that were there already. */
export function useKeys(mine: KeyHandlers): void {
  const latest = useRef(mine);
  latest.current = mine;
  // With the drawing: what is seen can be done.
  useLayoutEffect(() => {
    handlers.push(latest);
    return () => void handlers.splice(handlers.indexOf(latest), 1);
  }, []);
}

/** @returns ends it. */
export function listenToKeys(): () => void {
  document.addEventListener('keydown', onKey);
  return () => document.removeEventListener('keydown', onKey);
}

function onKey(event: KeyboardEvent): void {
  const action = actionOf(event, (one) => handlerOf(one) !== undefined);
  if (action === null || isField(event.target)) return;
  if (document.querySelector('dialog:modal, :popover-open')) return;
  // Enter and Escape are no letters: they do what they do everywhere.
  if (!areKeysOn.value && event.key.length === 1) return;
  if (event.key === 'Enter' && isControl(event.target)) return;
  if (event.key.startsWith('Arrow') && !isAmongRows(event.target)) return;
  event.preventDefault();
  handlerOf(action)?.(event);
}

const handlerOf = (action: KeyAction) => handlers.findLast(({ current }) => current[action])?.current[action];

/** Where arrows go through the list: elsewhere they scroll, also beside an open request. */
function isAmongRows(target: EventTarget | null): boolean {
  if (document.querySelector('.with-request')) return false;
  return target === document.body || (target instanceof Element && target.closest('.rows') !== null);
}

/** What Enter presses by itself. */
function isControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('a, button, summary, input') !== null;
}
