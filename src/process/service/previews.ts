import type { Logger } from 'pino';
import type { RequestFiles } from '../../operators/inbox/files.ts';
import { createPreviews } from '../../operators/previews/create-previews.ts';
import type { PictureFormat } from '../../operators/previews/picture-format.ts';
import type { PreviewCache } from '../../operators/previews/preview-cache.ts';
import type { Previews } from '../../operators/previews/previews.ts';
import { createUpkeep } from '../../platform/upkeep/upkeep.ts';
import { previewProgram } from '../program/preview-program.ts';
import type { Releases } from '../program/releases.ts';

/** Previews of erased requests can remain: another machine erased the request, or a preview was made meanwhile. */
const forgetIntervalMs = 5 * 60_000;

/** @param leftOut formats that are not decoded */
export function openPreviews(
  cache: PreviewCache,
  files: RequestFiles,
  leftOut: readonly PictureFormat[],
  log: Logger,
  releases: Releases,
): Previews {
  const options = { program: previewProgram(), cache, leftOut, log };
  const previews = releases.add(createPreviews(options), (made) => made.close());
  const forget = {
    name: 'previews of erased requests',
    intervalMs: forgetIntervalMs,
    run: (signal: AbortSignal) => previews.forgetOthers((ids) => files.existing(ids), signal),
  };
  releases.add(createUpkeep([forget], log), (upkeep) => upkeep.stop()).start();
  return previews;
}
