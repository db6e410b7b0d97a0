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

/** A number is a scale: it stays as it is when the frame changes its size. */
type Level = 'fit' | number;

interface Chosen {
  /** The shown picture when the zoom was chosen. */
  readonly of: unknown;
  readonly level: Level;
  /** The scale that fitted the frame then. */
  readonly fit: number;
}

const step = 1.5;
/** Factor to the size that fits the frame. */
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
  const [chosen, setChosen] = useState<Chosen>({ of: shown, level: 'fit', fit: 0 });
  const level = chosen.of === shown && pixels !== null ? chosen.level : 'fit';

  useLayoutEffect(() => {
    const [box, image] = [frame.current, picture.current];
    if (!box || !image || pixels === null || level === 'fit') {
      image?.style.removeProperty('inline-size');
      return;
    }
    image.style.inlineSize = `${(pixels.width * level) / devicePixelRatio}px`;
    box.scrollLeft = middle.current.x * box.scrollWidth - box.clientWidth / 2;
    box.scrollTop = middle.current.y * box.scrollHeight - box.clientHeight / 2;
  }, [shown, level, pixels?.width, pixels?.height]);

  /** Zooms to a scale, given the one that is shown and the one that fits the frame. */
  function to(next: (current: number, fit: number) => Level): void {
    const box = frame.current;
    if (!box || pixels === null) return;
    middle.current = {
      x: (box.scrollLeft + box.clientWidth / 2) / box.scrollWidth,
      y: (box.scrollTop + box.clientHeight / 2) / box.scrollHeight,
    };
    const fit = fitOf(box, pixels);
    setChosen({ of: shown, level: next(level === 'fit' ? fit : level, fit), fit });
  }

  return {
    isEnlarged: level !== 'fit' && level > chosen.fit,
    scale: level === 'fit' ? null : level,
    frame,
    picture,
    in: () => to((current, fit) => withinBounds(current * step, fit)),
    out: () => to((current, fit) => withinBounds(current / step, fit)),
    reset: () => to(() => 'fit'),
    actual: () => to(() => 1),
  };
}

/** Returns the scale at which the picture fits the frame, at most one CSS pixel for each of its own. */
function fitOf(box: HTMLElement, { width, height }: Pixels): number {
  return Math.min(box.clientWidth / width, box.clientHeight / height, 1) * devicePixelRatio;
}

function withinBounds(scale: number, fit: number): Level {
  const wanted = Math.min(Math.max(scale, Math.min(fit, 1)), Math.max(most * fit, mostActual));
  return Math.abs(wanted / fit - 1) < 1e-6 ? 'fit' : wanted;
}
