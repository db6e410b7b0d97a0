import type { ComponentChildren } from 'preact';

export interface ChipProps {
  readonly isOn: boolean;
  readonly children: ComponentChildren;
  /** Number of matches. Undefined until it is known. */
  readonly count?: string | undefined;
  onToggle(): void;
}

/** A toggle button of a filter. */
export function Chip({ isOn, children, count, onToggle }: ChipProps) {
  return (
    <button type="button" class="chip" aria-pressed={isOn} onClick={onToggle}>
      {children} {count !== undefined && <span class="count">{count}</span>}
    </button>
  );
}
