import { apiPath } from './access/permissions.ts';
import type { OperatorParts, OperatorScope } from './parts/operator-parts.ts';
import { healthReport } from './schemas/health.ts';
import { problemResponses } from './schemas/problem.ts';

/** Adds the route by which owners see what the checks of `doctor` find in this process. */
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
