import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useTranslator } from '../language/translator-context.ts';

type State<Props> = { readonly Component: ComponentType<Props> } | 'loading' | 'failed';

/**
 * Loads the code of a rarely used part of the page when the part is first shown.
 *
 * @param Waiting Shown until then.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Waiting: ComponentType = Loading,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  return function LazyComponent(props: Props) {
    const [state, setState] = useState<State<Props>>(loaded ? { Component: loaded } : 'loading');
    useEffect(() => {
      if (loaded) return;
      let isCancelled = false;
      const show = (next: State<Props>) => isCancelled || setState(next);
      load().then(
        (Component) => {
          loaded = Component;
          show({ Component });
        },
        () => show('failed'),
      );
      return () => {
        isCancelled = true;
      };
    }, []);
    if (state === 'loading') return <Waiting />;
    if (state === 'failed') return <Failed />;
    return <state.Component {...props} />;
  };
}

/** For a part that appears without a placeholder. */
export const Nothing = () => null;

function Loading() {
  const { text } = useTranslator();
  return <p class="muted loading">{text('loading')}</p>;
}

/** Offers to reload the page. A browser does not retry a failed module, and a new release has other module names. */
function Failed() {
  const { text } = useTranslator();
  return (
    <div class="fault" role="alert">
      <p>{text('failureUnreachable')}</p>
      <button type="button" onClick={() => location.reload()}>
        {text('pageReload')}
      </button>
    </div>
  );
}
