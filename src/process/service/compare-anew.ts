import type { RequestFiles } from '../../operators/inbox/files.ts';
import type { Previews } from '../../operators/previews/previews.ts';
import type { ObjectStore } from '../../platform/objects/object-store.ts';
import { openStoredFile } from '../../platform/objects/stored-file.ts';

/**
 * Makes the hashes of pictures whose hash is missing or of an earlier kind, one after the other. A picture that fails ends
 * the run, so that an object store that is away costs few of them.
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
    const preview = await previews.remake({ requestId, position, open }, 'small', stopping);
    if (preview.kind === 'picture') await files.recordPreview(requestId, position, { preview: true, ...preview.facts });
  }
}
