const controls =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary';
const regionsOfControls = 'section:not(.toasts), form, dialog, main, .settings-content, [popover]';

let focused: HTMLElement | null = null;
/** The regions around the focused element, the closest first. */
let regions: readonly HTMLElement[] = [];
/** All controls of the page, in their order, when the focus last moved. */
let order: readonly HTMLElement[] = [];
/** The element that had the focus before the notifications. Notifications belong to no region of the page. */
let beforeToasts: HTMLElement | null = null;

/**
 * Keeps the focus near the focused element when the page removes it, instead of at the beginning of the page. It moves
 * to the next control of the same region. When the region is removed too, it moves to the heading of the region around.
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
  regions = regionsAround(target);
  order = [...document.querySelectorAll<HTMLElement>(controls)];
}

/** Forgets an element that the person has left. A browser also fires this for an element that it is about to remove. */
function forget({ target }: FocusEvent): void {
  queueMicrotask(() => {
    if (target === focused && focused?.isConnected) focused = null;
  });
}

function regionsAround(element: HTMLElement): readonly HTMLElement[] {
  const region = element.parentElement?.closest<HTMLElement>(regionsOfControls);
  return region ? [region, ...regionsAround(region)] : [];
}

function restore(): void {
  if (!focused || focused.isConnected || document.activeElement !== document.body) return;
  const target = regions.length === 0 ? afterToast(focused) : nearby(focused);
  focused = null;
  target?.focus();
}

function nearby(removed: HTMLElement): HTMLElement | undefined {
  const [region, ...around] = regions;
  return region && isShown(region) ? neighbourIn(region, removed) : headingOf(around.find(isShown));
}

/** Returns the next control of the notifications, or the element that had the focus before them. */
function afterToast(removed: HTMLElement): HTMLElement | undefined {
  const next = controlNear(removed, isInToasts);
  if (next) return next;
  return beforeToasts && isShown(beforeToasts) ? beforeToasts : undefined;
}

/** Returns the next control of the region, or the previous one after the last. */
function neighbourIn(region: HTMLElement, removed: HTMLElement): HTMLElement {
  return controlNear(removed, (control) => region.contains(control)) ?? headingOf(region);
}

/** Returns the next shown control that fits, or the previous one after the last. */
function controlNear(removed: HTMLElement, fits: (control: HTMLElement) => boolean): HTMLElement | undefined {
  const at = order.indexOf(removed);
  const isLeft = (control: HTMLElement) => fits(control) && isShown(control);
  return order.slice(at + 1).find(isLeft) ?? order.slice(0, Math.max(at, 0)).findLast(isLeft);
}

function headingOf(region: HTMLElement): HTMLElement;
function headingOf(region: HTMLElement | undefined): HTMLElement | undefined;
function headingOf(region: HTMLElement | undefined): HTMLElement | undefined {
  const heading = region?.querySelector<HTMLElement>('h1, h2, h3') ?? region;
  if (heading) heading.tabIndex = -1;
  return heading;
}

const isShown = (element: HTMLElement) => element.isConnected && element.checkVisibility();

const isInToasts = (element: HTMLElement) => element.closest('.toasts') !== null;

/**
 * Focuses an element after a response of the service, unless the person works elsewhere meanwhile: the text that they
 * type there would continue here.
 *
 * @param area The part of the page in which the person acted.
 */
export function focusUnlessElsewhere(element: HTMLElement | null | undefined, area: Element | null | undefined): void {
  const { activeElement } = document;
  // The body or a heading has the focus when the pressed button has disappeared.
  const isNowhere = activeElement === null || activeElement.matches('body, h1, h2, h3');
  if (isNowhere || area?.contains(activeElement)) element?.focus();
}
