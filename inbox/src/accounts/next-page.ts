/** Returns the page that led to the sign-in. Never returns a page of another origin. */
export function nextPage(next: string | null, origin: string): string {
  if (!next?.startsWith('/') || !URL.canParse(next, origin)) return '/';
  const url = new URL(next, origin);
  return url.origin === origin ? url.pathname + url.search : '/';
}
