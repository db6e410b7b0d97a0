import type { IconNode } from 'lucide';
import { h } from 'preact';

interface IconProps {
  /** An icon of `lucide`, imported by its name: the build keeps those alone. */
  readonly of: IconNode;
}

/** A drawing beside a text, or in a button that has an `aria-label`. Screen readers skip it. */
export function Icon({ of }: IconProps) {
  return <Drawing of={of} name="icon" />;
}

/** An arrow along the line: it is mirrored where the text runs from right to left. */
export function DirectedIcon({ of }: IconProps) {
  return <Drawing of={of} name="icon directed" />;
}

function Drawing({ of, name }: IconProps & { readonly name: string }) {
  return (
    <svg
      class={name}
      viewBox="0 0 24 24"
      width="1.25em"
      height="1.25em"
      fill="none"
      stroke="currentColor"
      stroke-width="2"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      {of.map(([tag, attributes]) => h(tag, attributes))}
    </svg>
  );
}
