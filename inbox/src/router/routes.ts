/** A page of the inbox, parsed from its address. */
export type Route =
  | { readonly name: 'list' }
  | { readonly name: 'request'; readonly id: string }
  | { readonly name: 'board' }
  | { readonly name: 'held' }
  /** An empty `section` means the first section. An empty `item` means the whole section. */
  | { readonly name: 'settings'; readonly section: string; readonly item: string }
  | { readonly name: 'missing' };

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function routeOf(path: string): Route {
  const [first = '', second = '', ...rest] = path.split('/').slice(1);
  if (first === 'settings' && rest.length < 2) return { name: 'settings', section: second, item: rest[0] ?? '' };
  if (rest.length > 0) return { name: 'missing' };
  if (first === 'requests')
    return uuid.test(second) ? { name: 'request', id: second.toLowerCase() } : { name: 'missing' };
  if (second !== '') return { name: 'missing' };
  if (first === '') return { name: 'list' };
  return first === 'board' || first === 'held' ? { name: first } : { name: 'missing' };
}

export function pathOf(route: Exclude<Route, { name: 'missing' }>): string {
  if (route.name === 'list') return '/';
  if (route.name === 'request') return `/requests/${route.id}`;
  if (route.name === 'board' || route.name === 'held') return `/${route.name}`;
  return ['/settings', route.section, route.item].filter((part) => part !== '').join('/');
}
