import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** Returns whether a part of the element is in the visible part of its request. @param margin As in `IntersectionObserver`. */
export function useInView(element: RefObject<Element | null>, margin = '0px'): boolean {
  const [isInView, setInView] = useState(true);
  useEffect(() => {
    const seen = element.current;
    if (!seen) return;
    const observer = new IntersectionObserver((entries) => setInView(entries.at(-1)?.isIntersecting === true), {
      root: seen.closest('.request-pane'),
      rootMargin: margin,
    });
    observer.observe(seen);
    return () => observer.disconnect();
  }, [margin]);
  return isInView;
}
