import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../../src/events/events.ts';
import type { ZipPart } from '../../src/requests/inbox/files.ts';
import { type MigratedDatabase, openMigratedDatabase } from '../support/migrated-database.ts';
import { type InboxStage, openInbox } from './stage.ts';

let database: MigratedDatabase;
let inbox: InboxStage;
const staying = new AbortController().signal;

beforeAll(async () => {
  database = await openMigratedDatabase();
  inbox = openInbox(database.pool);
});

afterAll(() => database.close());

const filter = { type: ['parts'] };
const send = (files: number) =>
  inbox.store({ typeId: 'parts', files: Array.from({ length: files }, (_, index) => `${index}.png`) });

describe('the parts of an export', () => {
  let ids: string[];

  beforeAll(async () => {
    ids = [];
    // Each file has 7 bytes.
    for (const files of [2, 1, 0, 3, 1]) ids.unshift(await send(files));
  });

  const summary = ({ newestId, oldestId, ...sizes }: ZipPart) => [ids.indexOf(newestId), ids.indexOf(oldestId), sizes];

  it('are as few as hold every request with files, whole and in order', async () => {
    expect((await inbox.fileExporter.parts(filter, { files: 4, bytes: 1000 }, staying)).map(summary)).toEqual([
      [0, 1, { requests: 2, files: 4, bytes: 28 }],
      [3, 4, { requests: 2, files: 3, bytes: 21 }],
    ]);
    expect((await inbox.fileExporter.parts(filter, { files: 100, bytes: 21 }, staying)).map(summary)).toEqual([
      [0, 0, { requests: 1, files: 1, bytes: 7 }],
      [1, 1, { requests: 1, files: 3, bytes: 21 }],
      [3, 4, { requests: 2, files: 3, bytes: 21 }],
    ]);
  });

  it('give a request that fits none a part of its own', async () => {
    const parts = await inbox.fileExporter.parts(filter, { files: 1, bytes: 1 }, staying);
    expect(parts.map(({ requests }) => requests)).toEqual([1, 1, 1, 1]);
  });

  it('end when their reader waits no longer', async () => {
    await expect(inbox.fileExporter.parts(filter, { files: 1, bytes: 1 }, AbortSignal.abort())).rejects.toThrow(
      'abort',
    );
  });

  it('are read with what matches then, or not at all when that is too much', async () => {
    const [part] = await inbox.fileExporter.parts(filter, { files: 100, bytes: 1000 }, staying);
    if (part === undefined) throw new Error('There is a part');
    await send(1);
    const read = await inbox.fileExporter.read(filter, part, { files: 7, bytes: 49 });
    expect(read?.map(({ id }) => id)).toEqual(ids.filter((_, index) => index !== 2));
    expect(read?.[1]?.files.map(({ position, size }) => [position, size])).toEqual([
      [0, 7],
      [1, 7],
      [2, 7],
    ]);
    expect(await inbox.fileExporter.read(filter, part, { files: 6, bytes: 49 })).toBe(null);
    expect(await inbox.fileExporter.read(filter, part, { files: 7, bytes: 48 })).toBe(null);
  });
});

describe('the files of a request', () => {
  it('are those of a request that has arrived whole', async () => {
    const id = await send(2);
    expect((await inbox.files.ofRequest(id))?.files.map(({ name }) => name)).toEqual(['0.png', '1.png']);
    expect((await inbox.files.find(id, 1))?.name).toBe('1.png');
    await database.pool.query(
      `insert into upload_intents (request_id, keys, state, lease_until) values ($1, '{}', 'PENDING', now())`,
      [id],
    );
    expect(await inbox.files.ofRequest(id)).toBe(null);
    expect(await inbox.files.find(id, 1)).toBe(null);
  });

  it('are told apart from those of erased requests', async () => {
    const id = await send(1);
    expect(await inbox.files.existing([id, randomUUID()])).toEqual([id]);
    expect(await inbox.files.existing([])).toEqual([]);
  });

  it('have a download for each actor and file, and one that goes on with it is no other', async () => {
    const id = await send(3);
    const [ann, bob] = [randomUUID(), randomUUID()].map((actorId): Actor => ({ kind: 'operator', id: actorId }));
    if (ann === undefined || bob === undefined) throw new Error('There are two');
    const kinds = async () => (await inbox.reader.events(id))?.filter(({ kind }) => kind === 'download').length;
    await inbox.files.recordDownload({ requestId: id, positions: [0, 1], actor: ann });
    await inbox.files.recordContinuedDownload({ requestId: id, positions: [1], actor: ann });
    expect(await kinds()).toBe(1);
    await inbox.files.recordContinuedDownload({ requestId: id, positions: [2], actor: ann });
    await inbox.files.recordContinuedDownload({ requestId: id, positions: [1], actor: bob });
    expect(await kinds()).toBe(3);
    await database.pool.query(`update request_events set at = at - interval '25 hours' where request_id = $1`, [id]);
    await inbox.files.recordContinuedDownload({ requestId: id, positions: [1], actor: ann });
    expect(await kinds()).toBe(4);
  });
});
