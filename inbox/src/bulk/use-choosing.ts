import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useInbox } from '../inbox-context.ts';
import { type Chosen, choose, type Scope } from './chosen.ts';

/** The phases before the first change. */
export type ChoosingPhase =
  | { readonly name: 'choosing'; readonly found: number }
  | { readonly name: 'asking'; readonly chosen: Chosen }
  | { readonly name: 'failed'; readonly error: unknown };

/** Loads the scope's requests once and reports each phase. Returns a controller that is aborted on unmount. */
export function useChoosing(scope: Scope, tell: (phase: ChoosingPhase) => void): RefObject<AbortController> {
  const { api } = useInbox();
  const leaving = useRef(new AbortController());
  useEffect(() => {
    const { signal } = leaving.current;
    choose(api, scope, (found) => tell({ name: 'choosing', found }), signal).then(
      (chosen) => tell({ name: 'asking', chosen }),
      (error) => signal.aborted || tell({ name: 'failed', error }),
    );
    return () => leaving.current.abort();
  }, []);
  return leaving;
}
