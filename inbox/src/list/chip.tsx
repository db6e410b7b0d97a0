import type { ComponentChildren } from 'preact';

export interface ChipProps {
  readonly isOn: boolean;
  readonly children: ComponentChildren;
  /** How many there are; left out while it is not known. */
  readonly count?: string | undefined;
  onToggle(): void;
}

/** A filter that is on or off. */
export function Chip({ isOn, children, count, onToggle }: ChipProps) {
  return (
    <button type="button" class="chip" aria-pressed={isOn} onClick={onToggle}>
      {children} {count !== undefined && <span class="count">{count}</span>}
    </button>
  );
}
