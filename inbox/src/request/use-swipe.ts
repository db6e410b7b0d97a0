import { useRef } from 'preact/hooks';

const leastPixels = 48;

export interface Swipe {
  onTouchStart(event: TouchEvent): void;
  onTouchEnd(event: TouchEvent): void;
}

/**
 * Calls `turn` when one finger swipes sideways. Uses touch events, because a browser cancels pointer events as soon as
 * it may scroll. Preventing that with `touch-action` would also stop people from panning a page that they have zoomed.
 *
 * @param isOn False while a touch scrolls the picture.
 */
export function useSwipe(isOn: boolean, turn: (by: 1 | -1) => void): Swipe {
  const start = useRef<Touch | null>(null);
  return {
    onTouchStart({ touches }) {
      const isEnlarged = (visualViewport?.scale ?? 1) > 1;
      start.current = isOn && !isEnlarged && touches.length === 1 ? (touches[0] ?? null) : null;
    },
    onTouchEnd({ changedTouches }) {
      const [from, to] = [start.current, changedTouches[0]];
      start.current = null;
      if (!from || !to) return;
      const [across, down] = [to.clientX - from.clientX, to.clientY - from.clientY];
      if (Math.abs(across) > Math.max(leastPixels, 2 * Math.abs(down))) turn(across < 0 ? 1 : -1);
    },
  };
}
