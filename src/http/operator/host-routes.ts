import { z } from 'zod';
import { isBelowFloor } from '../../platform/disk/disk-space.ts';
import { named } from '../../platform/shapes/values.ts';
import { apiPath } from './access/permissions.ts';
import type { OperatorParts, OperatorScope } from './parts/operator-parts.ts';
import { diskState } from './schemas/disk.ts';
import { problemResponses } from './schemas/problem.ts';

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

const healthReport = named(
  'HealthReport',
  z.object({
    checkedAt: z.iso.datetime(),
    version: z.string().describe('The version of the service'),
    checks: z.array(check),
  }),
);

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

/** Adds the route that says whether files are rejected, because a disk of this process has too little free space. */
export async function addDiskRoute(app: OperatorScope, { host: { diskRoom } }: OperatorParts): Promise<void> {
  app.get(
    `${apiPath}/disk`,
    {
      schema: {
        operationId: 'getDiskState',
        summary: 'Get whether there is disk space for files',
        description: 'The disks are those of the process that serves the inbox.',
        tags: ['Requests'],
        response: { 200: diskState, ...problemResponses(401, 503) },
      },
    },
    async () => {
      const disk = await diskRoom.fullest();
      return { isLow: isBelowFloor(disk), freeBytes: disk?.freeBytes ?? null, floorBytes: disk?.floorBytes ?? null };
    },
  );
}
