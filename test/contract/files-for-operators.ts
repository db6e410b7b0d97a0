import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ObjectKey } from '../../src/platform/objects/object-key.ts';
import type { ObjectStore } from '../../src/platform/objects/object-store.ts';
import { api, type OperatorStage, openOperatorStage } from '../operator/stage.ts';
import { type SentFile, storeFiles } from '../operator/stored-files.ts';
import { uploadPicture } from '../operator/upload-picture.ts';
import { picture } from '../pictures/pictures.ts';
import { attachmentOf } from '../support/attachments.ts';

/** Describes the operators' access to files over any object store. */
export function describeFilesForOperators(
  name: string,
  open: () => Promise<{ readonly store: ObjectStore; cleanUp(): Promise<void> }>,
): void {
  describe(`Files for operators over ${name}`, () => {
    let stage: OperatorStage;
    let store: ObjectStore;
    let cleanUp: () => Promise<void>;

    beforeAll(async () => {
      ({ store, cleanUp } = await open());
      stage = await openOperatorStage({ attachments: { objects: store } });
    });

    afterAll(async () => {
      await stage?.close();
      await store?.close();
      await cleanUp?.();
    });

    const signal = () => AbortSignal.timeout(60_000);
    const send = (files: readonly SentFile[]) => storeFiles({ ...stage, objects: store }, files);

    async function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
      const response = await fetch(`${stage.address}${api}/requests/${path}`, {
        method,
        headers: { ...stage.owner.headers, ...headers },
      });
      return {
        response,
        status: response.status,
        headers: response.headers,
        body: Buffer.from(await response.arrayBuffer()),
      };
    }

    it('are whole, in ranges, and empty ones empty', async () => {
      const bytes = randomBytes(3_000_000);
      const { id } = await send([
        { name: 'a.png', bytes },
        { name: 'b.png', bytes: '' },
      ]);
      expect((await get(`${id}/files/0`)).body.equals(bytes)).toBe(true);
      for (const [range, first, last] of [
        ['bytes=0-0', 0, 0],
        ['bytes=1000000-1999999', 1_000_000, 1_999_999],
        ['bytes=-5', 2_999_995, 2_999_999],
      ] as const) {
        const part = await get(`${id}/files/0`, { range });
        expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes ${first}-${last}/3000000`]);
        expect(part.body.equals(bytes.subarray(first, last + 1))).toBe(true);
      }
      expect((await get(`${id}/files/0`, { range: 'bytes=3000000-' })).status).toBe(416);
      expect((await get(`${id}/files/0`, {}, 'HEAD')).headers.get('content-length')).toBe('3000000');
      expect((await get(`${id}/files/1`)).headers.get('content-length')).toBe('0');
    });

    it("are the studio's pictures too, whole and in ranges", async () => {
      const { body } = await uploadPicture(stage, picture('photo.jpg'));
      const address = `${stage.address}${body.large.url}`;
      const whole = await fetch(address, { headers: stage.owner.headers });
      const bytes = Buffer.from(await whole.arrayBuffer());
      expect([whole.status, createHash('sha256').update(bytes).digest('hex')]).toEqual([200, body.sha256]);
      const part = await fetch(address, { headers: { ...stage.owner.headers, range: 'bytes=4-11' } });
      expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, bytes.subarray(4, 12)]);
      const keys: string[] = [];
      for await (const { key } of store.list({ signal: signal() })) keys.push(key);
      expect(keys.filter((key) => key.startsWith('commissions/studio/'))).toHaveLength(2);
    });

    it('are problems when they are missing or damaged', async () => {
      const { id, keys } = await send([
        { name: 'a.png', bytes: 'first' },
        { name: 'b.png', bytes: 'second' },
      ]);
      await store.delete(keys[0] as ObjectKey, { signal: signal() });
      await store.put(keys[1] as ObjectKey, attachmentOf('SECOND'), { signal: signal() });
      for (const method of ['GET', 'HEAD']) expect((await get(`${id}/files/0`, {}, method)).status).toBe(500);
      expect(JSON.parse((await get(`${id}/files/0`)).body.toString()).title).toBe('The file is missing');
      expect(JSON.parse((await get(`${id}/files/1`)).body.toString()).title).toBe('The file is damaged');
      expect((await get(`${id}/files/1`, { range: 'bytes=0-99' })).status).toBe(500);
    });

    it('have previews and a zip', async () => {
      const { id } = await send([
        { name: 'a.png', bytes: picture('photo.png') },
        { name: 'b.heic', bytes: picture('photo.heic') },
        { name: 'empty', bytes: '' },
      ]);
      for (const position of [0, 1]) {
        const { status, headers } = await get(`${id}/files/${position}/preview`);
        expect([status, headers.get('content-type')]).toEqual([200, 'image/webp']);
      }
      const zip = await get(`${id}/files.zip`);
      expect(zip.headers.get('content-length')).toBe(String(zip.body.length));
      const directory = await mkdtemp(join(tmpdir(), 'zip-'));
      await writeFile(join(directory, 'a.zip'), zip.body);
      const { stdout } = await promisify(execFile)('python3', ['-m', 'zipfile', '-t', join(directory, 'a.zip')]);
      expect(stdout).toContain('Done testing');
      await rm(directory, { recursive: true });
    });
  });
}
