import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Pixels } from './pixels.ts';

export interface Zoom {
  /** True when the picture is larger than the frame. */
  readonly isEnlarged: boolean;
  /** Screen pixels for each pixel of the picture, or null while the picture fits the frame. */
  readonly scale: number | null;
  readonly frame: RefObject<HTMLElement | null>;
  readonly picture: RefObject<HTMLElement | null>;
  in(): void;
  out(): void;
  reset(): void;
  /** Shows one screen pixel for each pixel of the picture. */
  actual(): void;
}

/** A number is a factor of the size that fits the frame. */
type Level = 'fit' | 'actual' | number;

const step = 1.5;
const most = 8;
/** Screen pixels for each pixel of a picture that is much larger than the frame. */
const mostActual = 2;

/**
 * Zooms a picture. The centre of the visible part stays in the centre.
 *
 * @param shown A new value resets the zoom.
 * @param pixels Size of the picture, or null while it is unknown. Until then there is no zoom.
 */
export function useZoom(shown: unknown, pixels: Pixels | null): Zoom {
  const frame = useRef<HTMLElement>(null);
  const picture = useRef<HTMLElement>(null);
  const middle = useRef({ x: 0.5, y: 0.5 });
  const [chosen, setChosen] = useState<{ readonly of: unknown; readonly level: Level }>({ of: shown, level: 'fit' });
  const [{ factor, scale }, setMeasured] = useState(fitting);
  const level = chosen.of === shown && pixels !== null ? chosen.level : 'fit';

  useLayoutEffect(() => {
    const [box, image] = [frame.current, picture.current];
    if (!box || !image || pixels === null || level === 'fit') {
      image?.style.removeProperty('inline-size');
      setMeasured(fitting);
      return;
    }
    const fit = fitOf(box, pixels);
    const wanted = level === 'actual' ? actualOf(fit) : level;
    image.style.inlineSize = `${pixels.width * fit * wanted}px`;
    box.scrollLeft = middle.current.x * box.scrollWidth - box.clientWidth / 2;
    box.scrollTop = middle.current.y * box.scrollHeight - box.clientHeight / 2;
    setMeasured({ factor: wanted, scale: wanted * fit * devicePixelRatio });
  }, [shown, level, pixels?.width, pixels?.height]);

  function to(next: Level): void {
    const box = frame.current;
    if (!box || pixels === null) return;
    middle.current = {
      x: (box.scrollLeft + box.clientWidth / 2) / box.scrollWidth,
      y: (box.scrollTop + box.clientHeight / 2) / box.scrollHeight,
    };
    setChosen({ of: shown, level: typeof next === 'number' ? withinBounds(next, fitOf(box, pixels)) : next });
  }

  return {
    isEnlarged: level !== 'fit' && factor > 1,
    scale: level === 'fit' ? null : scale,
    frame,
    picture,
    in: () => to(factor * step),
    out: () => to(factor / step),
    reset: () => to('fit'),
    actual: () => to('actual'),
  };
}

const fitting: { readonly factor: number; readonly scale: number | null } = { factor: 1, scale: null };

/** Returns the scale at which the picture fits the frame, at most 1. */
function fitOf(box: HTMLElement, { width, height }: Pixels): number {
  return Math.min(box.clientWidth / width, box.clientHeight / height, 1);
}

/** Returns the factor of one screen pixel for each pixel. Below 1 for a small picture on a screen of many pixels. */
function actualOf(fit: number): number {
  return 1 / (fit * devicePixelRatio);
}

function withinBounds(factor: number, fit: number): Level {
  const actual = actualOf(fit);
  const wanted = Math.min(Math.max(factor, Math.min(1, actual)), Math.max(most, mostActual * actual));
  return wanted === 1 ? 'fit' : wanted;
}
