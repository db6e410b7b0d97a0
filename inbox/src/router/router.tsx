import { type ComponentChildren, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { type Cell, createCell, useCell } from '../cells/cell.ts';
import { pathOf, type Route, routeOf } from './routes.ts';

/** The current address of the window. */
interface RouterLocation extends Entry {
  readonly route: Route;
  /** The query with its question mark, or empty. It filters the list, also while a request is open. */
  readonly search: string;
}

/** The state of an entry of the browser's history beside the address. */
interface Entry {
  /** Path of the page, other than the list, from which the open request was opened. Null for the list. */
  readonly from: string | null;
  /** The request that was closed to come back here, or null. */
  readonly closed: string | null;
}

interface Router {
  readonly location: Cell<RouterLocation>;
  /** @param target A path with its query. */
  go(target: string): void;
  /** Like `go`, but replaces the current history entry. */
  replace(target: string): void;
  /** Goes from the open request to the page from which it was opened. @param list Path of the list. */
  close(list: string): void;
  /** Asks `hold` before each change of the page. @returns A function that ends this. */
  hold(hold: Hold): () => void;
}

/** Returns true to let the person go to the page. Otherwise `leave` goes there later. */
type Hold = (to: Route, leave: () => void) => boolean;

export function createRouter(): Router {
  const current = createCell(readLocation());
  let address = addressOf(location);
  let held: Hold | null = null;
  let isLeaving = false;
  window.addEventListener('popstate', onPopState);

  function update(): void {
    address = addressOf(location);
    current.set(readLocation());
  }

  /** Returns whether the page may change now. If not, `change` may be called later. */
  function mayChange(path: string, change: () => void): boolean {
    const isFree = isLeaving || held === null;
    isLeaving = false;
    if (isFree || held === null) return true;
    return held(routeOf(path), () => {
      isLeaving = true;
      change();
    });
  }

  function onPopState(): void {
    if (mayChange(location.pathname, () => history.back())) {
      update();
      return;
    }
    // The browser is at the other page already. The added entry replaces the one that was left.
    const { from, closed } = current.value;
    history.pushState({ from, closed }, '', address);
  }

  function push(target: string, entry: Entry): void {
    if (!mayChange(new URL(target, location.href).pathname, () => push(target, entry))) return;
    if (target !== addressOf(location)) history.pushState(entry, '', target);
    update();
  }

  function replace(target: string): void {
    if (!mayChange(new URL(target, location.href).pathname, () => replace(target))) return;
    history.replaceState(history.state, '', target);
    update();
  }

  return {
    location: current,
    go: (target) => push(target, { from: originOf(current.value), closed: null }),
    replace,
    close(list) {
      const { route, from } = current.value;
      push(from ?? list, { from: null, closed: route.name === 'request' ? route.id : null });
    },
    hold(hold) {
      held = hold;
      return () => {
        if (held === hold) held = null;
      };
    },
  };
}

const addressOf = ({ pathname, search }: Location) => pathname + search;

function readLocation(): RouterLocation {
  const { from = null, closed = null } = (history.state ?? {}) as Partial<Entry>;
  return { route: routeOf(location.pathname), search: location.search, from, closed };
}

/** Returns the path behind a request that is opened now. A request opened from another one has the same path. */
function originOf({ route, from }: RouterLocation): string | null {
  if (route.name === 'request') return from;
  return route.name === 'list' || route.name === 'missing' ? null : pathOf(route);
}

const RouterContext = createContext<Router | null>(null);

export const RouterProvider = RouterContext.Provider;

export function useRouter(): Router {
  const router = useContext(RouterContext);
  if (!router) throw new Error('There is no router around this component');
  return router;
}

export function useLocation(): RouterLocation {
  return useCell(useRouter().location);
}

interface LinkProps {
  readonly to: string;
  readonly class?: string;
  readonly 'aria-current'?: 'page' | 'true' | undefined;
  readonly 'aria-label'?: string;
  readonly draggable?: boolean;
  readonly title?: string;
  readonly children?: ComponentChildren;
  onFocus?(): void;
  /** Called before the address changes. */
  onFollow?(): void;
}

/** A link within the inbox. The browser handles clicks that open another tab or window. */
export function Link({ to, children, onFollow, ...rest }: LinkProps) {
  const router = useRouter();
  return (
    <a
      {...rest}
      href={to}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        onFollow?.();
        router.go(to);
      }}
    >
      {children}
    </a>
  );
}

/** Returns true for a click of the main button without a modifier. The browser handles others: a new tab, a window. */
export function isPlainClick({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !(metaKey || ctrlKey || shiftKey || altKey);
}
