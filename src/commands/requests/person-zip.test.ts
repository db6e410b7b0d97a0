import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { createObjectKey } from '../../platform/objects/object-key.ts';
import { StoredFileError } from '../../platform/objects/stored-file.ts';
import { personZip } from './person-zip.ts';

const { signal } = new AbortController();
const requestId = '01a203d6-a257-768b-ab3c-91f77b3e69d2';
const file = {
  requestId,
  position: 0,
  key: createObjectKey(null),
  entryName: 'K7QX-29MB/0-a.png',
  size: 400_000,
  sha256: 'f'.repeat(64),
};

describe('the zip of a person', () => {
  it.each([
    ['altered', async () => ({ content: Readable.from([Buffer.alloc(399_999), Buffer.alloc(1)]), size: 400_000 })],
    ['lost', async () => null],
    ['broken off', async () => ({ content: Readable.from(breakingOff()), size: 400_000 })],
  ])('fails, with the attachment named, when one is %s after it was found whole', async (_, get) => {
    const objects = { get } as never;
    const content = personZip(
      { requests: [], openingNotice: null, blocks: [], files: [file, file], lost: [] },
      objects,
      signal,
    );
    const failure = await buffer(content).catch((error: Error) => error);
    expect(failure).toMatchObject({ message: expect.stringMatching(`^file 0 of request ${requestId}: [A-Za-z ]+`) });
    expect((failure as Error).cause).toBeInstanceOf(StoredFileError);
  });
});

async function* breakingOff() {
  yield Buffer.alloc(300_000);
  throw new StoredFileError('unavailable');
}
