import type { ComponentChildren } from 'preact';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { type Cell, createCell, useCell } from '../cells/cell.ts';
import { isPlainClick } from './plain-click.ts';
import { type Route, routeOf } from './routes.ts';

/** The current address of the window. */
export interface RouterLocation {
  readonly route: Route;
  /** The query with its question mark, or empty. It filters the list, also while a request is open. */
  readonly search: string;
}

export interface Router {
  readonly location: Cell<RouterLocation>;
  /** @param target A path with its query. */
  go(target: string): void;
  /** Like `go`, but replaces the current history entry. */
  replace(target: string): void;
}

export function createRouter(): Router {
  const current = createCell(readLocation());
  const update = () => current.set(readLocation());
  window.addEventListener('popstate', update);
  return {
    location: current,
    go(target) {
      if (target !== location.pathname + location.search) history.pushState(null, '', target);
      update();
    },
    replace(target) {
      history.replaceState(null, '', target);
      update();
    },
  };
}

function readLocation(): RouterLocation {
  return { route: routeOf(location.pathname), search: location.search };
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

export interface LinkProps {
  readonly to: string;
  readonly class?: string;
  readonly 'aria-current'?: 'page' | 'true' | undefined;
  readonly 'aria-label'?: string;
  readonly draggable?: boolean;
  readonly children?: ComponentChildren;
  onFocus?(): void;
}

/** A link within the inbox. The browser handles clicks that open another tab or window. */
export function Link({ to, children, ...rest }: LinkProps) {
  const router = useRouter();
  return (
    <a
      {...rest}
      href={to}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        router.go(to);
      }}
    >
      {children}
    </a>
  );
}
