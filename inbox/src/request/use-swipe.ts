import { useRef } from 'preact/hooks';

const leastPixels = 48;

export interface Swipe {
  onTouchStart(event: TouchEvent): void;
  onTouchEnd(event: TouchEvent): void;
}

/**
 * One finger that goes sideways turns. By touch events: of pointer events a browser ends the row as soon as it might scroll,
 * and what keeps it from that keeps whoever has enlarged the page from moving in it.
 *
 * @param isOn False while the finger scrolls.
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
