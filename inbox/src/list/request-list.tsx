import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { useCell } from '../cells/cell.ts';
import { useTranslator } from '../language/translator-context.ts';
import { useInbox } from '../model/inbox-context.ts';
import { FailureNotice, FailureScreen } from '../parts/failure-notice.tsx';
import { lazyComponent } from '../parts/lazy-component.tsx';
import { listLayout } from '../parts/view-switch.tsx';
import { EmptyList } from './empty-list.tsx';
import { RequestRow } from './request-row.tsx';

const RequestGallery = lazyComponent(() => import('./request-gallery.tsx').then((loaded) => loaded.RequestGallery));

interface RequestListProps {
  /** The open request, or null. */
  readonly openId: string | null;
  pathTo(id: string): string;
  /** Called when the person loads the new requests. */
  onReload(): void;
}

export function RequestList({ openId, pathTo, onReload }: RequestListProps) {
  const { list } = useInbox();
  const { text } = useTranslator();
  const ids = useCell(list.ids);
  const state = useCell(list.state);
  const hasMore = useCell(list.hasMore);
  const arrived = useCell(list.arrived);
  const isFailed = state.name === 'failed';
  const isStale = isFailed || state.name === 'loading';
  // Beside an open request is no room for a gallery.
  const isGallery = useCell(listLayout) === 'gallery' && openId === null;
  const scroller = useRef<HTMLDivElement>(null);

  useScrollRestoration(scroller, openId);

  return (
    <div class="rows" ref={scroller} aria-busy={state.name === 'loading'}>
      <div role="status">
        {arrived > 0 && (
          <button
            type="button"
            class="arrived"
            onClick={() => {
              list.reload();
              scroller.current?.scrollTo({ top: 0 });
              onReload();
            }}
          >
            {text('arrived', { count: arrived })}
          </button>
        )}
      </div>
      {isFailed && ids.length > 0 && <FailureNotice error={state.error} onRetry={() => list.reload()} />}
      {ids.length > 0 && isGallery && <RequestGallery ids={ids} isStale={isStale} pathTo={pathTo} />}
      {ids.length > 0 && !isGallery && (
        <ul aria-label={text('requests')} class={isStale ? 'stale' : undefined}>
          {ids.map((id) => (
            <RequestRow key={id} id={id} path={pathTo(id)} isOpen={id === openId} />
          ))}
        </ul>
      )}
      {state.name === 'loading' && ids.length === 0 && <SkeletonRows />}
      {state.name === 'ready' && ids.length === 0 && <EmptyList />}
      {isFailed && ids.length === 0 && <FailureScreen error={state.error} onRetry={() => list.reload()} />}
      {state.name === 'unfinished' && <FailureNotice error={state.error} onRetry={() => void list.more()} />}
      {state.name === 'ready' && hasMore && <MoreRows scroller={scroller.current} />}
    </div>
  );
}

/** Loads the next page before the person scrolls to it. */
function MoreRows({ scroller }: { scroller: Element | null }) {
  const { list } = useInbox();
  const { text } = useTranslator();
  const ref = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!ref.current) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && void list.more(), {
      root: scroller,
      rootMargin: '1000px',
    });
    observer.observe(ref.current);
    return () => observer.disconnect();
  });
  return (
    <button type="button" class="quiet more" ref={ref} onClick={() => void list.more()}>
      {text('more')}
    </button>
  );
}

const skeletonRows = Array.from({ length: 8 }, (_, index) => index);

/** Placeholder for rows that are loading. */
function SkeletonRows() {
  const { text } = useTranslator();
  return (
    <div class="coming">
      <p class="visually-hidden">{text('loading')}</p>
      {skeletonRows.map((row) => (
        <div key={row} class="coming-row" />
      ))}
    </div>
  );
}

/** Restores the scroll position of a list that was hidden or unmounted. */
function useScrollRestoration(scroller: { readonly current: HTMLElement | null }, openId: string | null): void {
  const { list } = useInbox();
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const keep = () => {
      if (element.clientHeight > 0) list.scrollTop = element.scrollTop;
    };
    element.addEventListener('scroll', keep, { passive: true });
    return () => element.removeEventListener('scroll', keep);
  }, []);
  useLayoutEffect(() => {
    // Skipped at the top, because setting `scrollTop` forces a synchronous layout.
    if (openId === null && scroller.current && list.scrollTop > 0) scroller.current.scrollTop = list.scrollTop;
  }, [openId === null]);
}
