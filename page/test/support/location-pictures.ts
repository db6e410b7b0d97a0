import { crc32 } from 'node:zlib';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { smallPicture } from './files.ts';

const entries = 8190;
const directoryAt = 8;

/** Returns a PNG of 96 KiB whose EXIF has one directory: 8,190 pointers, each to it, and it is the next one too. */
export function worstPicture(): Buffer {
  const exif = Buffer.alloc(directoryAt + 2 + entries * 12 + 4);
  exif.write('MM\0*');
  exif.writeUInt32BE(directoryAt, 4);
  exif.writeUInt16BE(entries, directoryAt);
  for (let at = directoryAt + 2; at + 4 < exif.length; at += 12) {
    exif.writeUInt16BE(0x8825, at);
    exif.writeUInt32BE(directoryAt, at + 8);
  }
  exif.writeUInt32BE(directoryAt, exif.length - 4);
  const named = Buffer.concat([Buffer.from('eXIf'), exif]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(exif.length);
  checksum.writeUInt32BE(crc32(named));
  // After the signature and IHDR.
  return Buffer.concat([smallPicture.subarray(0, 33), length, named, checksum, smallPicture.subarray(33)]);
}

/** Makes each worker of the page that reads locations start and then never end. */
export async function holdLocationWorkers(page: Page): Promise<void> {
  await page.route('**/location-worker-*.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `self.onmessage = () => { self.postMessage = null; for (;;); }; self.postMessage('started');`,
    }),
  );
}

const gpsData = {
  GPSLatitudeRef: 'N',
  GPSLatitude: '53/1 4/1 46/1',
  GPSLongitudeRef: 'E',
  GPSLongitude: '8/1 48/1 6/1',
};

/** How the latitude begins in EXIF: 53 whole degrees. */
export const latitudeBytes = '5\0\0\0\x01\0\0\0';

/** Resolves with a small photo with GPS data in EXIF. */
export const locatedPhoto = (format: 'jpeg' | 'png' | 'webp'): Promise<Buffer> =>
  sharp({ create: { width: 64, height: 48, channels: 3, background: '#7a2e5d' } })
    .withExif({ IFD3: gpsData })
    .toFormat(format)
    .toBuffer();
