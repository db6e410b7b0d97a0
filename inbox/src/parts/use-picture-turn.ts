import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { takePictureTurn } from '../model/picture-turns.ts';

interface PictureTurn {
  /** For the element that shows the picture. */
  readonly frame: RefObject<HTMLImageElement | null>;
  /** True once the picture may load. */
  readonly isOn: boolean;
  /** To be called when the picture has loaded or failed. */
  end(): void;
}

/** Lets a picture load in its turn, once its element is near the visible part of the page. */
export function usePictureTurn(path: string): PictureTurn {
  const frame = useRef<HTMLImageElement | null>(null);
  const end = useRef(() => {});
  const [turnOf, setTurnOf] = useState<string | null>(null);

  useEffect(() => {
    const picture = frame.current;
    const shown = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        shown.disconnect();
        end.current = takePictureTurn(() => setTurnOf(path));
      },
      { rootMargin: '50%' },
    );
    if (picture !== null) shown.observe(picture);
    return () => {
      shown.disconnect();
      // A removed element would continue to load.
      picture?.removeAttribute('src');
      end.current();
    };
  }, [path]);

  return { frame, isOn: turnOf === path, end: () => end.current() };
}
