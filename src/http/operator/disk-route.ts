import { isBelowFloor } from '../../platform/disk/disk-space.ts';
import { apiPath } from './access/permissions.ts';
import type { OperatorParts, OperatorScope } from './parts/operator-parts.ts';
import { diskState } from './schemas/disk.ts';
import { problemResponses } from './schemas/problem.ts';

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
