import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api, type Caller, type OperatorStage, openOperatorStage } from './stage.ts';
import { storeFiles } from './stored-files.ts';

let stage: OperatorStage;
let viewer: Caller;
let arrived: (() => void) | null = null;

/**
 * The header of a caller whose connection closes before the route is reached, as happens when the database is slow to
 * identify the caller.
 */
const leaves = { 'x-test': 'leaves' };

beforeAll(async () => {
  stage = await openOperatorStage({
    maxExports: 1,
    onApp: (app) =>
      app.addHook('preHandler', async ({ headers, raw }, reply) => {
        if (headers['x-test'] === undefined) return;
        const gone = once(reply.raw, 'close');
        raw.socket.destroy();
        await gone;
        arrived?.();
      }),
  });
  viewer = await stage.person('viewer');
});

afterAll(() => stage.close());

async function leave(path: string): Promise<void> {
  const reached = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  await expect(viewer.call('GET', `${api}${path}`, { headers: leaves })).rejects.toThrow();
  await reached;
}

const failures = () => stage.log.filter((line) => JSON.parse(line).level >= 50);

describe('a client that leaves before its call is looked at', () => {
  it.each(['/requests.csv', '/requests.jsonl', '/requests.zip', '/requests.zip/parts'])(
    'takes no place among the exports: %s',
    async (path) => {
      await leave(path);
      await expect.poll(async () => (await viewer.call('GET', `${api}${path}`)).status).toBe(200);
      expect(failures()).toEqual([]);
    },
  );

  it('takes no file, and is no failure', async () => {
    const { id } = await storeFiles(stage, [{ name: 'a.png', bytes: 'bytes' }]);
    for (const path of ['files/0', 'files/0/preview', 'files.zip']) await leave(`/requests/${id}/${path}`);
    const { body } = await viewer.call('GET', `${api}/requests/${id}/events`);
    expect(body.items.map(({ kind }: { kind: string }) => kind)).toEqual(['created']);
    expect(failures()).toEqual([]);
  });
});
