/**
 * Returns the address of the page that led to the sign-in, always of this origin. It is whole: the path alone of
 * `/.//host/` is `//host/`, which would lead to another host.
 */
export function nextPage(next: string | null, origin: string): string {
  const home = new URL('/', origin);
  if (!next?.startsWith('/')) return home.href;
  try {
    const url = new URL(next, origin);
    return url.origin === home.origin ? url.href : home.href;
  } catch {
    return home.href;
  }
}
