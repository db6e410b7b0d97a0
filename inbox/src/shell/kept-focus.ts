const controls =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary';
const placesOfControls = 'section:not(.toasts), form, dialog, main, .settings-content, [popover]';

let focused: HTMLElement | null = null;
/** The places around the focused element, the closest first. */
let places: readonly HTMLElement[] = [];
/** All controls of the page, in their order, when the focus last moved. */
let order: readonly HTMLElement[] = [];

/**
 * Keeps the focus near the focused element when the page removes it, instead of at the beginning of the page. It moves
 * to the next control of the same place. When the place is removed too, it moves to the heading of the place around.
 *
 * @returns A function that ends this.
 */
export function keepFocus(): () => void {
  const removals = new MutationObserver(restore);
  removals.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', remember);
  document.addEventListener('focusout', forget);
  return () => {
    removals.disconnect();
    document.removeEventListener('focusin', remember);
    document.removeEventListener('focusout', forget);
  };
}

function remember({ target }: FocusEvent): void {
  if (!(target instanceof HTMLElement)) return;
  focused = target;
  places = placesAround(target);
  order = [...document.querySelectorAll<HTMLElement>(controls)];
}

/** Forgets an element that the person has left. A browser also fires this for an element that it is about to remove. */
function forget({ target }: FocusEvent): void {
  queueMicrotask(() => {
    if (target === focused && focused?.isConnected) focused = null;
  });
}

function placesAround(element: HTMLElement): readonly HTMLElement[] {
  const place = element.parentElement?.closest<HTMLElement>(placesOfControls);
  return place ? [place, ...placesAround(place)] : [];
}

function restore(): void {
  if (!focused || focused.isConnected || document.activeElement !== document.body) return;
  const [place, ...around] = places;
  const target = place && isShown(place) ? neighbourIn(place, focused) : headingOf(around.find(isShown));
  focused = null;
  target?.focus();
}

/** Returns the next control of the place, or the previous one after the last. */
function neighbourIn(place: HTMLElement, removed: HTMLElement): HTMLElement {
  const at = order.indexOf(removed);
  const isLeft = (control: HTMLElement) => place.contains(control) && isShown(control);
  return order.slice(at + 1).find(isLeft) ?? order.slice(0, Math.max(at, 0)).findLast(isLeft) ?? headingOf(place);
}

function headingOf(place: HTMLElement): HTMLElement;
function headingOf(place: HTMLElement | undefined): HTMLElement | undefined;
function headingOf(place: HTMLElement | undefined): HTMLElement | undefined {
  const heading = place?.querySelector<HTMLElement>('h1, h2, h3') ?? place;
  if (heading) heading.tabIndex = -1;
  return heading;
}

const isShown = (element: HTMLElement) => element.isConnected && element.checkVisibility();
