/** Sets an attribute that has another value. A browser styles the whole tree anew, also for the value that it has. */
export function setAttribute(element: Element | null, name: string, value: string): void {
  if (element && element.getAttribute(name) !== value) element.setAttribute(name, value);
}
