import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useTranslator } from '../language/translator-context.ts';
import { useInbox } from '../model/inbox-context.ts';
import { FailureNotice } from './failure-notice.tsx';

interface LoadedPartProps<T> {
  readonly state: Loaded<T>;
  reload(): void;
  children(value: T): ComponentChildren;
}

/** Shows the loaded content, or the reason for its absence. */
export function LoadedPart<T>({ state, reload, children }: LoadedPartProps<T>) {
  const { text } = useTranslator();
  if (state.name === 'loading') return <p class="muted loading">{text('loading')}</p>;
  if (state.name === 'loaded') return <>{children(state.value)}</>;
  return <FailureNotice error={state.error} onRetry={reload} />;
}

export type Loaded<T> =
  | { readonly name: 'loading' }
  | { readonly name: 'failed'; readonly error: unknown }
  | { readonly name: 'loaded'; readonly value: T };

/** Calls `load` on mount and returns its outcome. `reload` calls it again and keeps the previous value until then. */
export function useLoaded<T>(load: () => Promise<T>): readonly [Loaded<T>, reload: () => void] {
  const [state, setState] = useState<Loaded<T>>({ name: 'loading' });
  const [reloadCount, setReloadCount] = useState(0);
  useEffect(() => {
    let isCancelled = false;
    const show = (next: Loaded<T>) => isCancelled || setState(next);
    load().then(
      (value) => show({ name: 'loaded', value }),
      (error: unknown) => show({ name: 'failed', error }),
    );
    return () => {
      isCancelled = true;
    };
  }, [reloadCount]);
  return [state, () => setReloadCount((last) => last + 1)];
}

/** The customers' page, or null while it is asked for, and when the service does not know its address. */
export function useFormUrl(): string | null {
  const { call } = useInbox();
  const [form] = useLoaded(() => call<{ url: string | null }>('GET', '/form'));
  return form.name === 'loaded' ? form.value.url : null;
}
