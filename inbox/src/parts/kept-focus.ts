const controls =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary';
const placesOfControls = 'section:not(.toasts), form, dialog, main, .settings-content, [popover]';

let focused: HTMLElement | null = null;
/** The places around the focused element, the closest first. */
let places: readonly HTMLElement[] = [];
/** All controls of the page, in their order, when the focus last moved. */
let order: readonly HTMLElement[] = [];
/** The element that had the focus before the notifications. Notifications belong to no place of the page. */
let beforeToasts: HTMLElement | null = null;

/**
 * Keeps the focus near the focused element when the page removes it, instead of at the beginning of the page. It moves
 * to the next control of the same place. When the place is removed too, it moves to the heading of the place around.
 * From the last notification it moves back to where it was before.
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

function remember({ target, relatedTarget }: FocusEvent): void {
  if (!(target instanceof HTMLElement)) return;
  if (!isInToasts(target)) beforeToasts = null;
  else if (relatedTarget instanceof HTMLElement && !isInToasts(relatedTarget)) beforeToasts = relatedTarget;
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
  const target = places.length === 0 ? afterToast(focused) : nearby(focused);
  focused = null;
  target?.focus();
}

function nearby(removed: HTMLElement): HTMLElement | undefined {
  const [place, ...around] = places;
  return place && isShown(place) ? neighbourIn(place, removed) : headingOf(around.find(isShown));
}

/** Returns the next control of the notifications, or what had the focus before them. */
function afterToast(removed: HTMLElement): HTMLElement | undefined {
  const next = controlNear(removed, isInToasts);
  if (next) return next;
  return beforeToasts && isShown(beforeToasts) ? beforeToasts : undefined;
}

/** Returns the next control of the place, or the previous one after the last. */
function neighbourIn(place: HTMLElement, removed: HTMLElement): HTMLElement {
  return controlNear(removed, (control) => place.contains(control)) ?? headingOf(place);
}

/** Returns the next shown control that fits, or the previous one after the last. */
function controlNear(removed: HTMLElement, fits: (control: HTMLElement) => boolean): HTMLElement | undefined {
  const at = order.indexOf(removed);
  const isLeft = (control: HTMLElement) => fits(control) && isShown(control);
  return order.slice(at + 1).find(isLeft) ?? order.slice(0, Math.max(at, 0)).findLast(isLeft);
}

function headingOf(place: HTMLElement): HTMLElement;
function headingOf(place: HTMLElement | undefined): HTMLElement | undefined;
function headingOf(place: HTMLElement | undefined): HTMLElement | undefined {
  const heading = place?.querySelector<HTMLElement>('h1, h2, h3') ?? place;
  if (heading) heading.tabIndex = -1;
  return heading;
}

const isShown = (element: HTMLElement) => element.isConnected && element.checkVisibility();

const isInToasts = (element: HTMLElement) => element.closest('.toasts') !== null;
