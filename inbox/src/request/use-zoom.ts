import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

export interface Zoom {
  /** 1: fits the frame. */
  readonly factor: number;
  readonly frame: RefObject<HTMLElement | null>;
  readonly picture: RefObject<HTMLImageElement | null>;
  in(): void;
  out(): void;
  reset(): void;
}

const step = 1.5;
const most = 8;

/** The middle of what is seen stays in the middle. @param shown Another one begins anew. */
export function useZoom(shown: unknown): Zoom {
  const frame = useRef<HTMLElement>(null);
  const picture = useRef<HTMLImageElement>(null);
  const middle = useRef({ x: 0.5, y: 0.5 });
  const [factor, setFactor] = useState(1);
  useEffect(() => setFactor(1), [shown]);

  useLayoutEffect(() => {
    const [box, image] = [frame.current, picture.current];
    if (!box || !image) return;
    if (factor === 1) {
      image.removeAttribute('width');
      return;
    }
    image.width = fittingWidth(box, image) * factor;
    box.scrollLeft = middle.current.x * box.scrollWidth - box.clientWidth / 2;
    box.scrollTop = middle.current.y * box.scrollHeight - box.clientHeight / 2;
  }, [factor]);

  function to(next: number): void {
    const box = frame.current;
    if (box) {
      middle.current = {
        x: (box.scrollLeft + box.clientWidth / 2) / box.scrollWidth,
        y: (box.scrollTop + box.clientHeight / 2) / box.scrollHeight,
      };
    }
    setFactor(Math.min(Math.max(next, 1), most));
  }

  return {
    factor,
    frame,
    picture,
    in: () => to(factor * step),
    out: () => to(factor / step),
    reset: () => to(1),
  };
}

function fittingWidth(box: HTMLElement, image: HTMLImageElement): number {
  const { naturalWidth: width, naturalHeight: height } = image;
  return width * Math.min(box.clientWidth / width, box.clientHeight / height, 1);
}
