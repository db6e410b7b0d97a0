import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

export interface Zoom {
  /** 1: fits the frame. */
  readonly factor: number;
  /** Pixels of the screen for one of the picture; null while it fits the frame. */
  readonly scale: number | null;
  readonly frame: RefObject<HTMLElement | null>;
  readonly picture: RefObject<HTMLImageElement | null>;
  in(): void;
  out(): void;
  reset(): void;
  /** A pixel of the screen for each of the picture. */
  actual(): void;
}

const step = 1.5;
const most = 8;

/** The middle of what is seen stays in the middle. @param shown Another one begins anew. */
export function useZoom(shown: unknown): Zoom {
  const frame = useRef<HTMLElement>(null);
  const picture = useRef<HTMLImageElement>(null);
  const middle = useRef({ x: 0.5, y: 0.5 });
  const [{ factor, scale }, setZoom] = useState(fitting);
  useEffect(() => setZoom(fitting), [shown]);

  useLayoutEffect(() => {
    const [box, image] = [frame.current, picture.current];
    if (!box || !image) return;
    if (factor === 1) {
      image.removeAttribute('width');
      return;
    }
    image.width = image.naturalWidth * fitOf(box, image) * factor;
    box.scrollLeft = middle.current.x * box.scrollWidth - box.clientWidth / 2;
    box.scrollTop = middle.current.y * box.scrollHeight - box.clientHeight / 2;
  }, [factor]);

  /** @param next Of what the fitting picture has of its own pixels. */
  function to(next: (fit: number) => number): void {
    const [box, image] = [frame.current, picture.current];
    // Until it has come there is nothing to enlarge.
    if (!box || !image || image.naturalWidth === 0) return;
    middle.current = {
      x: (box.scrollLeft + box.clientWidth / 2) / box.scrollWidth,
      y: (box.scrollTop + box.clientHeight / 2) / box.scrollHeight,
    };
    const fit = fitOf(box, image);
    const wanted = Math.min(Math.max(next(fit), 1), most);
    setZoom(wanted === 1 ? fitting : { factor: wanted, scale: wanted * fit * devicePixelRatio });
  }

  return {
    factor,
    scale,
    frame,
    picture,
    in: () => to(() => factor * step),
    out: () => to(() => factor / step),
    reset: () => to(() => 1),
    actual: () => to((fit) => 1 / (fit * devicePixelRatio)),
  };
}

const fitting: Pick<Zoom, 'factor' | 'scale'> = { factor: 1, scale: null };

/** How much smaller than its own size the picture is where it fits the frame. */
function fitOf(box: HTMLElement, { naturalWidth: width, naturalHeight: height }: HTMLImageElement): number {
  return Math.min(box.clientWidth / width, box.clientHeight / height, 1);
}
