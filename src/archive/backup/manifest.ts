import { createHash } from 'node:crypto';
import { z } from 'zod';

/** The version of the format that this program writes (docs/backup-format.md). It reads this one and older ones. */
const formatVersion = 1;
const formatName = 'commissions-backup';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** A file of a generation, by its path below it. */
const partFile = z.object({
  path: z.string().regex(/^(?:tables\/\w+\.copy|objects\.tsv|left-out\.tsv|secrets\.key)$/),
  /** Lines, each ended by a line feed. */
  rows: z.int().min(0),
  bytes: z.int().min(0),
  sha256,
});

const table = partFile.extend({
  name: z.string(),
  columns: z.array(z.string()).min(1),
});

const manifest = z.object({
  format: z.literal(formatName),
  version: z.int().min(1),
  /** Which service it is a back-up of. */
  serviceId: z.guid(),
  /** Of the snapshot, by the database's clock. */
  createdAt: z.iso.datetime(),
  /** The version of the program that wrote it. */
  program: z.string(),
  /** The last migration that the database had had. */
  schemaVersion: z.int().min(1),
  /** In an order in which they can be filled. */
  tables: z.array(table),
  /** What each file record names. */
  objects: partFile,
  /** Objects that could not be copied. */
  leftOut: partFile,
  /** The keys of channels' secrets, where they were asked for. */
  secrets: partFile.optional(),
});

export type PartFile = z.infer<typeof partFile>;
export type BackedUpTable = z.infer<typeof table>;
export type Manifest = z.infer<typeof manifest>;

/** A manifest cannot be used. The message says why. */
export class ManifestError extends Error {
  override readonly name = 'ManifestError';
}

type NewManifest = Omit<Manifest, 'format' | 'version'>;

/** The text of a manifest, which ends with its own digest. */
export function manifestText(facts: NewManifest): string {
  const content = { format: formatName, version: formatVersion, ...facts };
  return `${JSON.stringify({ ...content, sha256: digestOf(content) }, null, 2)}\n`;
}

/** @throws {ManifestError} */
export function readManifest(text: string): Manifest & { readonly sha256: string } {
  const { sha256: digest, ...content } = parseObject(text);
  const { version } = content;
  if (content.format !== formatName) throw new ManifestError('is no manifest of a back-up');
  if (typeof version === 'number' && version > formatVersion) {
    throw new ManifestError(
      `has version ${version} of the format, and this program knows up to ${formatVersion}: use a newer version of it`,
    );
  }
  if (digest !== digestOf(content)) throw new ManifestError('has been altered: its digest is another one');
  const { data, error } = manifest.safeParse(content);
  if (error) throw new ManifestError(`is not as the format says: ${error.issues[0]?.path.join('.')}`);
  return { ...data, sha256: digest };
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null) return parsed as Record<string, unknown>;
  } catch {
    throw new ManifestError('is no JSON: it was cut off or altered');
  }
  throw new ManifestError('is no manifest of a back-up');
}

function digestOf(content: object): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}
