import type { ComponentChildren } from 'preact';
import { useTranslator } from '../language/translator-context.ts';
import { FailureNotice } from './failure-notice.tsx';
import type { Loaded } from './use-loaded.ts';

export interface LoadedPartProps<T> {
  readonly state: Loaded<T>;
  reload(): void;
  children(value: T): ComponentChildren;
}

/** Shows the loaded content, or why it is missing. */
export function LoadedPart<T>({ state, reload, children }: LoadedPartProps<T>) {
  const { text } = useTranslator();
  if (state.name === 'loading') return <p class="muted">{text('loading')}</p>;
  if (state.name === 'loaded') return <>{children(state.value)}</>;
  return <FailureNotice error={state.error} onRetry={reload} />;
}
