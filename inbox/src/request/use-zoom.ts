import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

export interface Zoom {
  /** 1 when the picture fits the frame. */
  readonly factor: number;
  /** Screen pixels for each picture pixel, or null while the picture fits the frame. */
  readonly scale: number | null;
  readonly frame: RefObject<HTMLElement | null>;
  readonly picture: RefObject<HTMLImageElement | null>;
  in(): void;
  out(): void;
  reset(): void;
  /** Shows one screen pixel for each picture pixel. */
  actual(): void;
}

const step = 1.5;
const most = 8;

/** Zooms a picture. The centre of the visible part stays in the centre. @param shown A new value resets the zoom. */
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

  /** @param next Returns the new factor, given the scale at which the picture fits the frame. */
  function to(next: (fit: number) => number): void {
    const [box, image] = [frame.current, picture.current];
    // The picture has no size until it is loaded.
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

/** Returns the scale at which the picture fits the frame, at most 1. */
function fitOf(box: HTMLElement, { naturalWidth: width, naturalHeight: height }: HTMLImageElement): number {
  return Math.min(box.clientWidth / width, box.clientHeight / height, 1);
}
