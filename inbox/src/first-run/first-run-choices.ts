import { createStoredCell } from '../cells/cell.ts';

/** The steps that a person has done in this browser, which the service does not know. */
interface FirstRunChoices {
  /** Whether the person has looked at the form. */
  readonly hasSeenForm: boolean;
  /** Whether the person has a way back to the inbox. */
  readonly hasKept: boolean;
  readonly isDismissed: boolean;
}

const none: FirstRunChoices = { hasSeenForm: false, hasKept: false, isDismissed: false };

export const firstRunChoices = createStoredCell<FirstRunChoices>('inbox-first-run', none, parse);

export function choose(change: Partial<FirstRunChoices>): void {
  firstRunChoices.set({ ...firstRunChoices.value, ...change });
}

function parse(value: unknown): FirstRunChoices | null {
  if (typeof value !== 'object' || value === null) return null;
  const isSet = (name: keyof FirstRunChoices) => (value as Partial<FirstRunChoices>)[name] === true;
  return { hasSeenForm: isSet('hasSeenForm'), hasKept: isSet('hasKept'), isDismissed: isSet('isDismissed') };
}
