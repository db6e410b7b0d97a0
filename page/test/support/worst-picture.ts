import { crc32 } from 'node:zlib';
import type { Page } from 'playwright-core';
import { smallPicture } from './files.ts';

const entries = 4096;

/** Returns a PNG of 96 KiB whose EXIF has 4,096 pointers, each to 4,096 entries. */
export function worstPicture(): Buffer {
  const first = 8 + 2 + entries * 12 + 4;
  const exif = Buffer.alloc(first + 2 + entries * 12 + 4);
  exif.write('MM\0*');
  exif.writeUInt32BE(8, 4);
  for (const at of [8, first]) exif.writeUInt16BE(entries, at);
  for (let at = 10; at < first - 4; at += 12) {
    exif.writeUInt16BE(0x8825, at);
    exif.writeUInt32BE(first, at + 8);
  }
  const named = Buffer.concat([Buffer.from('eXIf'), exif]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(exif.length);
  checksum.writeUInt32BE(crc32(named));
  // After the signature and IHDR.
  return Buffer.concat([smallPicture.subarray(0, 33), length, named, checksum, smallPicture.subarray(33)]);
}

/** Makes each worker of the page that reads places start and then work for ever. */
export async function holdPlaceWorkers(page: Page): Promise<void> {
  await page.route('**/place-worker-*.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `self.onmessage = () => { self.postMessage = null; for (;;); }; self.postMessage('started');`,
    }),
  );
}
