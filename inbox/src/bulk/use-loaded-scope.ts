import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useInbox } from '../model/inbox-context.ts';
import { type LoadedScope, loadScope, type Scope } from '../model/scope.ts';

/** The phases before the first change. */
export type LoadingPhase =
  | { readonly name: 'loading'; readonly found: number }
  | { readonly name: 'confirming'; readonly scope: LoadedScope }
  | { readonly name: 'failed'; readonly error: unknown };

/** Loads the scope's requests once and reports each phase. Returns a controller that is aborted on unmount. */
export function useLoadedScope(scope: Scope, onPhase: (phase: LoadingPhase) => void): RefObject<AbortController> {
  const { api } = useInbox();
  const abortController = useRef(new AbortController());
  useEffect(() => {
    const { signal } = abortController.current;
    loadScope(api, scope, (found) => onPhase({ name: 'loading', found }), signal).then(
      (loaded) => onPhase({ name: 'confirming', scope: loaded }),
      (error) => signal.aborted || onPhase({ name: 'failed', error }),
    );
    return () => abortController.current.abort();
  }, []);
  return abortController;
}
