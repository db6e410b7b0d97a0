import { z } from 'zod';
import { named } from '../../../platform/shapes/values.ts';

const verdict = z.enum(['ok', 'warning', 'wrong', 'skipped']);

const finding = z.object({
  verdict,
  found: z.string().describe('What was found, as an English sentence without credentials'),
  remedy: z.string().optional().describe('What to do about it'),
  command: z.string().optional().describe('The same as a command for a shell on the server'),
});

const check = z.object({
  name: z.string().describe('As in the [command `doctor`](commands.md): `database.rights`'),
  verdict: verdict.describe('The worst of the findings'),
  findings: z.array(finding),
});

export const healthReport = named(
  'HealthReport',
  z.object({
    checkedAt: z.iso.datetime(),
    version: z.string().describe('The version of the service'),
    checks: z.array(check),
  }),
);
