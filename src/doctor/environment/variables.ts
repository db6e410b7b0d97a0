import { type Check, ok, skipped, wrong } from '../check.ts';

/**
 * Reports the variables whose values the service does not accept.
 * @param faults Each begins with the name of its variable and quotes no value.
 */
export function createVariablesCheck(faults: readonly string[]): Check {
  return {
    name: 'environment.variables',
    // The service does not start with a fault.
    quick: false,
    async run() {
      if (faults.length === 0) return [ok('Every variable has a valid value')];
      return [
        ...faults.map((fault) =>
          wrong(fault, {
            remedy: 'Correct the variable where it is set: docs/configuration.md lists every variable',
          }),
        ),
        skipped('Checks that need a valid configuration were not run'),
      ];
    },
  };
}
