import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Compared, findDifferences } from '../../src/keeping/files/reconcile.ts';
import type { ObjectKey } from '../../src/platform/objects/object-key.ts';
import type { ObjectEntry, ObjectStore } from '../../src/platform/objects/object-store.ts';
import { heapAfterCollection } from '../support/heap.ts';
import { submissionOf } from '../support/submission.ts';
import { filesystemStore, openStores, signal, type TestStores } from './stores.ts';

const keyCount = 100_000;
const mebibyte = 1024 * 1024;
const past = new Date('2020-01-01');

let stores: TestStores;

beforeAll(async () => {
  stores = await openStores(await filesystemStore());
  const request = submissionOf([]);
  await stores.records.begin(request);
  await stores.pool.query(
    `insert into commission_request_files
     select gen_random_uuid(), $1, n, 'commissions/' || lpad(to_hex(n), 8, '0') || '-0000-4000-8000-000000000000.png',
            'a.png', 'image/png', 1, $2, ''
     from generate_series(0, $3::int - 1) as n
     where n % 10000 <> 7`,
    [request.id, past, keyCount],
  );
});

afterAll(() => stores.close());

function keyOf(n: number): ObjectKey {
  return `commissions/${n.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000.png` as ObjectKey;
}

async function* manyObjects(): AsyncGenerator<ObjectEntry> {
  for (let n = 0; n < keyCount; n += 1) if (n % 10_000 !== 9) yield { key: keyOf(n), size: 1, modifiedAt: past };
}

describe('a comparison of many keys', () => {
  it('takes bounded memory', async () => {
    const objects: ObjectStore = { ...stores.objects, list: manyObjects };
    const before = heapAfterCollection();
    let highest = before;
    let last: Compared = { objects: 0, records: 0 };
    const onProgress = (compared: Compared) => {
      last = compared;
      if (compared.objects % 10_000 === 0) highest = Math.max(highest, heapAfterCollection());
    };
    const found: string[] = [];
    for await (const { kind, key } of findDifferences(
      { ...stores, objects },
      { olderThan: past, signal, onProgress },
    )) {
      found.push(`${kind} ${key}`);
    }
    expect(last).toEqual({ objects: keyCount - 10, records: keyCount - 10 });
    expect(found).toEqual(
      Array.from({ length: 10 }, (_, n) => [
        `object-without-record ${keyOf(n * 10_000 + 7)}`,
        `record-without-object ${keyOf(n * 10_000 + 9)}`,
      ]).flat(),
    );
    expect(highest - before).toBeLessThan(32 * mebibyte);
  });
});
