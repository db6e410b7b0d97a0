import type { ObjectStore } from '../../platform/objects/object-store.ts';
import { openStoredFile } from '../../platform/objects/stored-file.ts';
import type { RequestFiles } from '../../requests/inbox/files.ts';
import type { Previews } from '../../studio/previews/previews.ts';

/**
 * Makes the hashes of pictures whose hash is missing, one after the other. One that could not be tried
 * now, for instance because the object store is away, ends the run and is tried again in a later one.
 */
export async function compareAnew(
  previews: Previews,
  files: RequestFiles,
  objects: ObjectStore,
  stopping: AbortSignal,
): Promise<void> {
  while (!stopping.aborted) {
    const next = await files.claimUncompared();
    if (next === null) return;
    const { requestId, position } = next;
    const file = await files.find(requestId, position);
    if (file === null) continue;
    const open = (signal: AbortSignal) => openStoredFile(objects, file, { signal });
    const remaking = previews.remake({ requestId, position, open }, 'small', stopping);
    const preview = await remaking.catch(async (error: unknown) => {
      await files.unclaimUncompared(next);
      throw error;
    });
    if (preview.kind === 'not now') {
      await files.unclaimUncompared(next);
      return;
    }
    if (preview.kind === 'picture') await files.recordPreview(requestId, position, { preview: true, ...preview.facts });
  }
}
