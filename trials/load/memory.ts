import { readdir, stat, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSubmissionBody } from '../../bench/submission-body.ts';
import { withService } from '../service/service-under-trial.ts';
import { submitUntilStored } from '../service/submit.ts';
import { type Promised, staysUnder } from '../service/verdict.ts';
import { inParallel } from './at-once.ts';

const mebibyte = 1024 * 1024;
const fileCount = 10;
const fileBytes = 10 * mebibyte;
const databaseBytes = 200 * mebibyte;
const maxPeakMiB = 200;

/** Sends this many uploads of 100 MiB at once. */
export async function memory(uploads: number): Promise<readonly Promised[]> {
  // Each upload is spooled to a temporary file and then copied into the store.
  await checkDisk(2 * uploads * fileCount * fileBytes + databaseBytes);
  const env = { SPOOL_MEMORY_BYTES: String(16 * mebibyte) };
  return withService(env, async ({ port, dataDirectory, residentMiB, peakMiB }) => {
    const body = createSubmissionBody({ fileCount, fileBytes });
    const idleMiB = await residentMiB();
    const startedAt = performance.now();
    let rejections = 0;
    await inParallel(uploads, uploads, async () => {
      rejections += await submitUntilStored(port, false, body);
    });
    const seconds = (performance.now() - startedAt) / 1000;
    const rate = Math.round((uploads * body.bytes) / mebibyte / seconds);
    console.log(
      `${uploads} uploads in ${seconds.toFixed(1)} s, ${rate} MiB a second, ${rejections} rejected for a while`,
    );
    console.log(`resident: ${Math.round(idleMiB)} MiB before`);
    const stored = await countFiles(join(dataDirectory, 'objects'));
    const spooled = await countFiles(join(dataDirectory, 'spool')).catch(() => 0);
    return [
      staysUnder('peak', await peakMiB(), maxPeakMiB),
      { promise: `${stored} files are stored`, kept: stored === uploads * fileCount },
      { promise: 'nothing is left in the spool', kept: spooled === 0 },
    ];
  });
}

/** @throws {Error} When the temporary directory has less room. */
async function checkDisk(neededBytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(tmpdir());
  const [freeMiB, neededMiB] = [(bavail * bsize) / mebibyte, neededBytes / mebibyte].map(Math.ceil);
  console.log(`${neededMiB} MiB of disk are needed in ${tmpdir()}, ${freeMiB} MiB are free`);
  if (bavail * bsize < neededBytes) throw new Error('There is not enough room; TMPDIR names another directory');
}

/** Resolves with the number of uploaded files below the directory, by their size. */
async function countFiles(directory: string): Promise<number> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(file.parentPath, file.name))).size));
  return sizes.filter((size) => size === fileBytes).length;
}
