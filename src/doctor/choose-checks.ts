import type { Check } from './check.ts';

/** The checks of one name, or of a part: `database` stands for `database.rights` and its like. */
export function chooseChecks(checks: readonly Check[], name: string): readonly Check[] {
  return checks.filter((check) => check.name === name || check.name.startsWith(`${name}.`));
}
