import { createHash } from 'node:crypto';
import { z } from 'zod';

/** The format version that this program writes and reads (docs/backup-format.md). */
const formatVersion = 1;
const formatName = 'commissions-backup';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** A file of a generation. `path` is relative to the generation's directory. */
const partFile = z.object({
  path: z.string().regex(/^(?:tables\/\w+\.copy|objects\.tsv|left-out\.tsv|secrets\.key)$/),
  /** Number of lines. Each line ends with a line feed. */
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
  /** Id of the service that was backed up. */
  serviceId: z.guid(),
  /** Time of the snapshot, by the database's clock. */
  createdAt: z.iso.datetime(),
  /** The version of the program that wrote the back-up. */
  program: z.string(),
  /** The bucket that was backed up: an absolute folder, or `s3://bucket`. */
  bucket: z.string(),
  /** The newest migration in the snapshot. */
  schemaVersion: z.int().min(1),
  /** Each table comes after the tables that it references, so that a restore can fill them in this order. */
  tables: z.array(table),
  /** The list of objects, one line for each file record. */
  objects: partFile,
  /** The list of objects that could not be copied. */
  leftOut: partFile,
  /** The keys that seal the channels' secrets. Present only when the caller asked for them. */
  secrets: partFile.optional(),
});

export type PartFile = z.infer<typeof partFile>;
export type BackedUpTable = z.infer<typeof table>;
type Manifest = z.infer<typeof manifest>;

/** A manifest cannot be used. The message says why. */
export class ManifestError extends Error {
  override readonly name = 'ManifestError';
}

type NewManifest = Omit<Manifest, 'format' | 'version'>;

/** Returns the text of a manifest. The last property is the manifest's own digest. */
export function manifestText(facts: NewManifest): string {
  const content = { format: formatName, version: formatVersion, ...facts };
  return serialised({ ...content, sha256: digestOf(content) });
}

function serialised(content: object): string {
  return `${JSON.stringify(content, null, 2)}\n`;
}

export interface SealedManifest extends Manifest {
  readonly sha256: string;
  /** Whether every byte is: the digest is of the content, without white space. */
  readonly isAsWritten: boolean;
}

/** @throws {ManifestError} */
export function readManifest(text: string): SealedManifest {
  const parsed = parseObject(text);
  const { sha256: digest, ...content } = parsed;
  const { version } = content;
  if (content.format !== formatName) throw new ManifestError('is not a manifest of a back-up');
  if (typeof version === 'number' && version > formatVersion) {
    throw new ManifestError(
      `has version ${version} of the format, and this program knows up to ${formatVersion}: use a newer version of it`,
    );
  }
  if (digest !== digestOf(content)) throw new ManifestError('has been altered: its digest does not match');
  const { data, error } = manifest.safeParse(content);
  if (error) throw new ManifestError(`does not match the format: ${error.issues[0]?.path.join('.')}`);
  return { ...data, sha256: digest, isAsWritten: text === serialised(parsed) };
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null) return parsed as Record<string, unknown>;
  } catch {
    throw new ManifestError('is not JSON: it was cut off or altered');
  }
  throw new ManifestError('is not a manifest of a back-up');
}

function digestOf(content: object): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}
