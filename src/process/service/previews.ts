import { join } from 'node:path';
import type { Logger } from 'pino';
import type { RequestFiles } from '../../inbox/files.ts';
import { createPreviews } from '../../previews/create-previews.ts';
import type { PreviewCache } from '../../previews/preview-cache.ts';
import type { Previews } from '../../previews/previews.ts';
import { createUpkeep } from '../../upkeep/upkeep.ts';
import { packageFolder } from '../own-package.ts';
import type { Releases } from '../releases.ts';

/** Previews of erased requests can remain: another machine erased the request, or a preview was made meanwhile. */
const forgetIntervalMs = 5 * 60_000;

export function openPreviews(cache: PreviewCache, files: RequestFiles, log: Logger, releases: Releases): Previews {
  const program = join(packageFolder('#package.json'), 'dist', 'preview-program.js');
  const previews = releases.add(createPreviews({ program, cache, log }), (made) => made.close());
  const forget = {
    name: 'previews of erased requests',
    intervalMs: forgetIntervalMs,
    run: (signal: AbortSignal) => previews.forgetOthers((ids) => files.existing(ids), signal),
  };
  releases.add(createUpkeep([forget], log), (upkeep) => upkeep.stop()).start();
  return previews;
}
