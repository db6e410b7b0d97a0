import type { ComponentChildren } from 'preact';
import { failureText } from '../language/failure-text.ts';
import { useTranslator } from '../language/translator-context.ts';
import type { Loaded } from './use-loaded.ts';

export interface LoadedPartProps<T> {
  readonly state: Loaded<T>;
  reload(): void;
  children(value: T): ComponentChildren;
}

/** Its content, or why it is not there. */
export function LoadedPart<T>({ state, reload, children }: LoadedPartProps<T>) {
  const translator = useTranslator();
  if (state.name === 'loading') return <p class="muted">{translator.text('loading')}</p>;
  if (state.name === 'loaded') return <>{children(state.value)}</>;
  return (
    <div class="fault" role="alert">
      <p>{failureText(translator, state.error)}</p>
      <button type="button" onClick={reload}>
        {translator.text('tryAgain')}
      </button>
    </div>
  );
}
