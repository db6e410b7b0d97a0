import type { ComponentChildren } from 'preact';

/**
 * A fault that the page itself finds in a form. It is brought into the middle, because the button may be far, and
 * another fault may stand at the edge.
 */
export function ShownFault({ children }: { readonly children: ComponentChildren }) {
  return (
    <p class="fault" role="alert" ref={bringIntoView}>
      {children}
    </p>
  );
}

const bringIntoView = (fault: HTMLElement | null) => fault?.scrollIntoView({ block: 'center' });
