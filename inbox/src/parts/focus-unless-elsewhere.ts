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
