import type { Logger } from 'pino';
import type { ObjectStore } from '../../platform/objects/object-store.ts';
import { createUpkeep } from '../../platform/upkeep/upkeep.ts';
import type { RequestFiles } from '../../requests/inbox/files.ts';
import { createPreviews } from '../../studio/previews/create-previews.ts';
import type { PictureFormat } from '../../studio/previews/picture-format.ts';
import type { PreviewCache } from '../../studio/previews/preview-cache.ts';
import type { Previews } from '../../studio/previews/previews.ts';
import { previewProgram } from '../program/own-package.ts';
import type { Releases } from '../program/releases.ts';
import { compareAnew } from './compare-anew.ts';

/** Previews of erased requests can remain: another machine erased the request, or a preview was made meanwhile. */
const forgetIntervalMs = 5 * 60_000;

const compareIntervalMs = 60_000;

interface PreviewParts {
  readonly cache: PreviewCache;
  readonly files: RequestFiles;
  readonly objects: ObjectStore;
  /** Formats that are not decoded. */
  readonly leftOut: readonly PictureFormat[];
  /** Never rejects. */
  hasTables(stopping: AbortSignal): Promise<boolean>;
  readonly log: Logger;
  readonly releases: Releases;
}

export function openPreviews({ cache, files, objects, leftOut, hasTables, log, releases }: PreviewParts): Previews {
  const options = { program: previewProgram(), cache, leftOut, log };
  const previews = releases.add(createPreviews(options), (made) => made.close());
  const forget = {
    name: 'previews of erased requests',
    intervalMs: forgetIntervalMs,
    run: (signal: AbortSignal) => previews.forgetOthers((ids) => files.existing(ids), signal),
  };
  const compare = {
    name: 'pictures to compare',
    intervalMs: compareIntervalMs,
    run: (signal: AbortSignal) => compareAnew(previews, files, objects, signal),
  };
  releases.add(createUpkeep([forget, compare], log, hasTables), (upkeep) => upkeep.stop()).start();
  return previews;
}
