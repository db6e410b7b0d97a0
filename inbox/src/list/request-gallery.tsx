import { useTranslator } from '../language/translator-context.ts';
import { RequestTile } from './request-tile.tsx';

interface RequestGalleryProps {
  readonly ids: readonly string[];
  readonly isStale: boolean;
  pathTo(id: string): string;
}

/** The requests by their pictures. Arrow keys go to the tile beside, above and below. */
export function RequestGallery({ ids, isStale, pathTo }: RequestGalleryProps) {
  const { text } = useTranslator();
  return (
    <ul
      aria-label={text('requests')}
      class={isStale ? 'gallery stale' : 'gallery'}
      onKeyDown={(event) => {
        const { key, target, currentTarget } = event;
        if (!(target instanceof HTMLAnchorElement)) return;
        const next = tileBeside(currentTarget, target.closest('li'), key);
        if (next === null) return;
        event.preventDefault();
        next.querySelector('a')?.focus({ preventScroll: true });
      }}
    >
      {ids.map((id) => (
        <RequestTile key={id} id={id} path={pathTo(id)} />
      ))}
    </ul>
  );
}

/** Returns the tile that an arrow key leads to, the tile itself at an edge, or null for another key. */
function tileBeside(gallery: HTMLElement, tile: Element | null, key: string): Element | null {
  const tiles = [...gallery.children];
  const isMirrored = getComputedStyle(gallery).direction === 'rtl';
  const tops = tiles.map((one) => one.getBoundingClientRect().top);
  const perLine = tops.filter((top) => Math.abs(top - (tops[0] ?? 0)) < 1).length;
  const along = isMirrored ? -1 : 1;
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: along,
    ArrowLeft: -along,
    ArrowDown: perLine,
    ArrowUp: -perLine,
  };
  const step = steps[key];
  return step === undefined || tile === null ? null : (tiles[tiles.indexOf(tile) + step] ?? tile);
}
