import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSubmissionBody } from '../../bench/submission-body.ts';
import { readCountOption } from '../service/count-option.ts';
import { type ServiceUnderTrial, withService } from '../service/service-under-trial.ts';
import { conclude } from '../service/verdict.ts';
import { checkDisk } from './disk.ts';
import { countFiles } from './stored-files.ts';
import { uploadWithRetries } from './upload.ts';

const mebibyte = 1024 * 1024;
const defaultUploads = 64;
const fileCount = 10;
const fileBytes = 10 * mebibyte;
const databaseBytes = 200 * mebibyte;
const maxPeakMiB = 200;

const uploads = readCountOption(process.argv.slice(2), 'uploads', defaultUploads);
// Each upload is spooled to a temporary file and then copied into the store.
await checkDisk(tmpdir(), 2 * uploads * fileCount * fileBytes + databaseBytes);
await withService({ SPOOL_MEMORY_BYTES: String(16 * mebibyte) }, uploadAtOnce);

async function uploadAtOnce(service: ServiceUnderTrial): Promise<void> {
  const body = createSubmissionBody({ fileCount, fileBytes });
  const idleMiB = await service.residentMiB();
  const startedAt = performance.now();
  const sent = await Promise.all(Array.from({ length: uploads }, () => uploadWithRetries(service.port, body)));
  const seconds = (performance.now() - startedAt) / 1000;
  const peakMiB = await service.peakMiB();

  const refusals = sent.reduce((sum, count) => sum + count, 0);
  const rate = Math.round((uploads * body.bytes) / mebibyte / seconds);
  console.log(
    `${uploads} uploads of ${fileCount} files of 10 MiB at once: ${seconds.toFixed(1)} s, ${rate} MiB a second`,
  );
  console.log(`sent away for want of room: ${refusals} times`);
  console.log(`resident: ${Math.round(idleMiB)} MiB before, ${Math.round(peakMiB)} MiB at most`);
  const stored = await countFiles(join(service.dataDirectory, 'objects'), fileBytes);
  const spooled = await countFiles(join(service.dataDirectory, 'spool'), fileBytes).catch(() => 0);
  conclude([
    { promise: `peak of ${Math.round(peakMiB)} MiB is under ${maxPeakMiB} MiB`, kept: peakMiB < maxPeakMiB },
    { promise: `${stored} files are stored`, kept: stored === uploads * fileCount },
    { promise: 'nothing is left in the spool', kept: spooled === 0 },
  ]);
}
