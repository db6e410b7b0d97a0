import { objectShards } from '../format/backup-folder.ts';
import { type ObjectLine, readLeftOutKeys, readObjectLines } from '../format/object-lines.ts';
import type { BackupTarget } from '../targets/backup-target.ts';

/** The objects that generations need and whose digests begin with the same two hex digits. */
interface Shard {
  readonly name: string;
  /** Sizes in bytes by digest. */
  readonly needed: ReadonlyMap<string, number>;
}

/** Yields the needed objects shard by shard, in digest order, so that only one shard is in memory. */
export async function* walkShards(target: BackupTarget, generations: readonly string[]): AsyncGenerator<Shard> {
  const readers = await Promise.all(generations.map((name) => neededBy(target, name)));
  try {
    for (const name of objectShards) {
      const needed = new Map<string, number>();
      for (const reader of readers) await takeShard(reader, name, needed);
      yield { name, needed };
    }
  } finally {
    for (const { lines } of readers) await lines.return(undefined);
  }
}

interface Reader {
  readonly lines: AsyncGenerator<ObjectLine>;
  readonly leftOut: ReadonlySet<string>;
  ahead: ObjectLine | null;
}

async function neededBy(target: BackupTarget, generation: string): Promise<Reader> {
  const lines = readObjectLines(await target.fetch(`generations/${generation}/objects.tsv`));
  const leftOut = await readLeftOutKeys(await target.fetch(`generations/${generation}/left-out.tsv`));
  return { lines, leftOut, ahead: null };
}

async function takeShard(reader: Reader, shard: string, needed: Map<string, number>): Promise<void> {
  for (;;) {
    const line = reader.ahead ?? (await following(reader.lines));
    reader.ahead = line;
    if (line === null || line.sha256.slice(0, 2) > shard) return;
    if (!reader.leftOut.has(line.key)) needed.set(line.sha256, line.size);
    reader.ahead = null;
  }
}

async function following(lines: AsyncGenerator<ObjectLine>): Promise<ObjectLine | null> {
  const { done, value } = await lines.next();
  return done ? null : value;
}
