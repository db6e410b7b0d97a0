import { expect, it } from 'vitest';
import type { Check } from './check.ts';
import { chooseChecks } from './choose-checks.ts';

const checks: Check[] = ['machine.node', 'database.rights', 'database.clock', 'databases.other'].map((name) => ({
  name,
  quick: false,
  run: async () => [],
}));

it.each([
  ['database', ['database.rights', 'database.clock']],
  ['database.rights', ['database.rights']],
  ['data', []],
  ['database.r', []],
  ['', []],
])('chooses by the name of a check or of a part: %j', (name, chosen) => {
  expect(chooseChecks(checks, name).map((check) => check.name)).toEqual(chosen);
});
