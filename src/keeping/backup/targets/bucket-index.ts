import { text as textOf } from 'node:stream/consumers';
import { z } from 'zod';
import { type BucketFiles, contentOfText } from '../../../platform/objects/bucket-files.ts';
import { BackupError, generationOfPath, isGenerationName } from '../format/backup-folder.ts';
import { withRetries } from '../format/failures.ts';

const indexFile = 'generations.json';
const indexShape = z.object({ generations: z.array(z.string().refine(isGenerationName)) });

/**
 * Creates the index of the generations that a bucket may have: those in its listing, and those in `generations.json`. A
 * listing may miss a generation, and pruning would then delete the objects of that generation.
 */
export function createBucketIndex(files: BucketFiles, signal: AbortSignal) {
  async function named(): Promise<readonly string[]> {
    const text = await withRetries(async () => {
      const content = await files.get(indexFile, { signal });
      return content && textOf(content);
    }, signal);
    if (text === null) return [];
    const { data } = indexShape.safeParse(jsonOf(text));
    if (!data)
      throw new BackupError(
        `${indexFile} does not match the format: remove the file, the next back-up writes it again`,
      );
    return data.generations;
  }

  async function write(generations: ReadonlySet<string>): Promise<void> {
    const text = `${JSON.stringify({ generations: [...generations].sort() })}\n`;
    await withRetries(() => files.put(indexFile, contentOfText(text), { signal }), signal);
  }

  async function candidates(): Promise<readonly string[]> {
    const found = new Set(await named());
    for await (const [path] of files.list('generations/', { signal })) {
      const generation = generationOfPath(path);
      if (generation !== null) found.add(generation);
    }
    return [...found].sort();
  }

  return {
    candidates,
    add: async (generation: string) => write(new Set([...(await candidates()), generation])),
    async remove(generation: string) {
      await write(new Set((await candidates()).filter((name) => name !== generation)));
    },
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
