import { z } from 'zod';
import { named } from '../../platform/shapes/values.ts';
import { apiPath } from './access/permissions.ts';
import type { OperatorParts, OperatorScope } from './parts/operator-parts.ts';
import { problemResponses } from './schemas/problem.ts';

const verdict = z.enum(['ok', 'warning', 'wrong', 'skipped']);

const finding = z.object({
  verdict,
  found: z.string().describe('The observation, as an English sentence without credentials'),
  remedy: z.string().optional().describe('The action for the host'),
  command: z.string().optional().describe('The same as a command for a shell on the server'),
});

const check = z.object({
  name: z.string().describe('As in the [command `doctor`](commands.md): `database.rights`'),
  verdict: verdict.describe('The worst of the findings'),
  findings: z.array(finding),
});

const healthReport = named(
  'HealthReport',
  z.object({
    checkedAt: z.iso.datetime(),
    version: z.string().describe('The version of the service, and in brackets the commit that it was built from'),
    checks: z.array(check),
  }),
);

/** Adds the route with the findings of `doctor` in this process, for owners. */
export async function addHealthRoute(app: OperatorScope, { host: { health } }: OperatorParts): Promise<void> {
  app.get(
    `${apiPath}/health`,
    {
      schema: {
        operationId: 'getHealth',
        summary: 'Check the service and all that it needs',
        description: 'Runs the checks of `commissions doctor`, except those of the listeners and of the proxy.',
        tags: ['Requests'],
        response: { 200: healthReport, ...problemResponses(401, 403, 503) },
      },
    },
    async () => {
      const { checkedAt, version, checks } = await health();
      return {
        checkedAt: checkedAt.toISOString(),
        version,
        checks: checks.map(({ name, verdict, findings }) => ({ name, verdict, findings: [...findings] })),
      };
    },
  );
}
