import type { Check } from '../check.ts';

/**
 * Whether every variable has a value that the service takes.
 * @param faults Each begins with the name of its variable and quotes no value.
 */
export function createVariablesCheck(faults: readonly string[]): Check {
  return {
    name: 'environment.variables',
    // The service does not start with a fault.
    quick: false,
    async run() {
      if (faults.length === 0) return [{ verdict: 'ok', found: 'Every variable has a value that the service takes' }];
      return [
        ...faults.map((fault) => ({
          verdict: 'wrong' as const,
          found: fault,
          remedy: 'Correct it where it is set: docs/configuration.md has every variable',
        })),
        { verdict: 'skipped', found: 'What needs a configuration without faults was not checked' },
      ];
    },
  };
}
