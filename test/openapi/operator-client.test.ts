import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OperatorStage, openOperatorStage } from '../operator/stage.ts';
import { fetchDocument, generatedForOperators, installTools, runToolIn } from './tools.ts';

let stage: OperatorStage;

beforeAll(async () => {
  installTools();
  stage = await openOperatorStage();
  await fetchDocument(stage.address, generatedForOperators);
}, 300_000);

afterAll(() => stage?.close());

const runTool = (program: string, ...args: readonly string[]) => runToolIn(generatedForOperators, program, ...args);

describe("the operators' document", () => {
  it('has neither errors nor warnings for Redocly CLI', async () => {
    const { output } = await runTool('redocly', 'lint', 'openapi.json', '--extends', 'recommended', '--format', 'json');
    const { totals, problems } = JSON.parse(output);
    expect(problems).toEqual([]);
    expect(totals).toMatchObject({ errors: 0, warnings: 0 });
  });

  it('has neither errors nor warnings for Spectral', async () => {
    await writeFile(join(generatedForOperators, 'spectral.yaml'), 'extends: ["spectral:oas"]\n');
    const args = ['lint', 'openapi.json', '--ruleset', 'spectral.yaml', '--fail-severity', 'hint', '--quiet'];
    expect(await runTool('spectral', ...args)).toEqual({ exitCode: 0, output: expect.any(String) });
  });
});

describe('a client generated from it', () => {
  it('walks through what a program does', async () => {
    const made = await runTool('openapi-typescript', 'openapi.json', '-o', 'operator.ts');
    expect(made).toMatchObject({ exitCode: 0 });
    await writeFile(join(generatedForOperators, 'walk.ts'), walk);
    const compiled = await runTool(
      'tsc',
      '--strict',
      '--noEmit',
      '--skipLibCheck',
      '--target',
      'es2022',
      '--module',
      'nodenext',
      '--types',
      'node',
      'walk.ts',
    );
    expect(compiled).toEqual({ exitCode: 0, output: '' });
    const id = await stage.inbox.store({ name: 'Zoë' });
    const { headers } = await stage.program('write');
    const { walkThrough } = (await import(join(generatedForOperators, 'walk.ts'))) as {
      walkThrough(address: string, authorization: string, id: string): Promise<unknown>;
    };
    expect(await walkThrough(stage.address, headers.authorization ?? '', id)).toEqual({
      found: id,
      changed: { status: 'ACCEPTED', version: 2, labels: ['vip'] },
      conflict: { status: 412, current: 2 },
      note: 'Call her',
      kinds: ['created', 'labels', 'note', 'status'],
      bulk: { changed: 1, skipped: 0, failed: 0 },
      hasChanges: true,
    });
  });
});

const walk = `
import createClient from 'openapi-fetch';
import type { paths } from './operator.js';

export async function walkThrough(baseUrl: string, authorization: string, id: string) {
  const client = createClient<paths>({ baseUrl, headers: { authorization } });
  const params = { path: { id } };
  const list = await client.GET('/api/operator/v1/requests', { params: { query: { status: ['NEW'], limit: 10 } } });
  const change = { status: 'ACCEPTED', labels: ['vip'], version: 1 } as const;
  const changed = await client.PATCH('/api/operator/v1/requests/{id}', { params, body: { ...change, labels: [...change.labels] } });
  const again = await client.PATCH('/api/operator/v1/requests/{id}', { params, body: { status: 'SPAM', version: 1 } });
  const note = await client.POST('/api/operator/v1/requests/{id}/notes', { params, body: { text: 'Call her' } });
  const events = await client.GET('/api/operator/v1/requests/{id}/events', { params });
  const bulk = await client.POST('/api/operator/v1/requests/bulk', { body: { ids: [{ id, version: 2 }], change: { unread: false } } });
  const changes = await client.GET('/api/operator/v1/changes', { params: { query: { limit: 1 } } });
  return {
    found: list.data?.items[0]?.id,
    changed: { status: changed.data?.status, version: changed.data?.version, labels: changed.data?.labels },
    conflict: { status: again.response.status, current: again.error?.current?.version },
    note: note.data?.to,
    kinds: events.data?.items.map(({ kind }) => kind).sort(),
    bulk: bulk.data,
    hasChanges: typeof changes.data?.next === 'string',
  };
}
`;
