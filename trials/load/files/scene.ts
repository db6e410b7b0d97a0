import { withInbox } from '../../service/inbox.ts';
import type { Promised } from '../../service/verdict.ts';
import { previews } from './previews.ts';
import { zips } from './zips.ts';

const mebibyte = 1024 * 1024;
const largeFileBytes = 10 * mebibyte;

/** Requests previews beside customers, and then reads a zip of 1,000 files and one of this many gibibytes. */
export function files(gibibytes: number): Promise<readonly Promised[]> {
  const large = Math.floor((gibibytes * 1024 * mebibyte) / largeFileBytes);
  return withInbox({}, async (service, inbox) => [
    ...(await previews(service, inbox)),
    ...(await zips(service, inbox, { type: 'many', files: 1000, fileBytes: mebibyte })),
    ...(await zips(service, inbox, { type: 'large', files: large, fileBytes: largeFileBytes })),
  ]);
}
