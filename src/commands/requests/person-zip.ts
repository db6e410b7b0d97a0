import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { type RequestEvent, systemActor } from '../../inbox/events.ts';
import type { ExportedRequest } from '../../inbox/inbox.ts';
import type { ObjectStore } from '../../objects/object-store.ts';
import { openStoredFile } from '../../objects/stored-file.ts';
import type { ObjectKey } from '../../submission/object-key.ts';
import type { InboxStore } from '../stores/inbox-store.ts';
import { attachmentKeys } from './attachment-keys.ts';

/** All that is kept of a person. */
export interface Person {
  readonly requests: readonly (ExportedRequest & { readonly events: readonly RequestEvent[] })[];
  readonly files: readonly PersonFile[];
  /** Attachments that the bucket does not have. */
  readonly missing: readonly { readonly requestId: string; readonly position: number }[];
}

interface PersonFile {
  readonly key: ObjectKey;
  readonly entryName: string;
  readonly size: number;
  readonly sha256: string;
}

const maxNameCharacters = 100;

/** Collects all that is kept of a person. The collection is recorded as an export. */
export async function collectPerson(
  { reader, candidates, exporter, pool }: InboxStore,
  objects: Pick<ObjectStore, 'stat'>,
  email: string,
  signal: AbortSignal,
): Promise<Person> {
  const id = (await candidates.ofPerson(email)).map((candidate) => candidate.id);
  const requests: Person['requests'][number][] = [];
  const files: PersonFile[] = [];
  const missing: Person['missing'][number][] = [];
  if (id.length === 0) return { requests, files, missing };
  for await (const batch of exporter.export({ id }, 'zip', systemActor, signal)) {
    for (const json of batch) await collect(JSON.parse(json) as ExportedRequest);
  }
  return { requests, files, missing };

  async function collect(request: ExportedRequest): Promise<void> {
    requests.push({ ...request, events: (await reader.events(request.id)) ?? [] });
    const keys = await attachmentKeys(pool, request.id);
    for (const { position, name, size, sha256 } of request.files) {
      const key = keys.get(position);
      const isThere = key !== undefined && (await objects.stat(key, { signal })) !== null;
      if (isThere) files.push({ key, size, sha256, entryName: entryNameOf(request.number, position, name) });
      else missing.push({ requestId: request.id, position });
    }
  }
}

/** Opens each attachment only when the zip reaches it. */
export function personZip({ requests, files }: Person, objects: ObjectStore, signal: AbortSignal): Readable {
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(`${JSON.stringify(requests, null, 2)}\n`), 'requests.json');
  for (const { key, entryName, size, sha256 } of files) {
    zip.addReadStreamLazy(entryName, { size, compress: false }, (give) => {
      openStoredFile(objects, { key, size, sha256 }, { signal }).then(
        (content) => give(null, content),
        (error: unknown) => give(error, Readable.from([])),
      );
    });
  }
  zip.end();
  const content = zip.outputStream as Readable;
  zip.on('error', (error) => content.destroy(error as Error));
  return content;
}

/** The position makes the name unique, and never the name of a device or of a folder such as `..`. */
function entryNameOf(number: string, position: number, name: string): string {
  const safe = name
    .toWellFormed()
    .replace(/[^\p{L}\p{M}\p{N}._ -]/gu, '_')
    .trim();
  const characters = [...safe];
  const cut = characters.length > maxNameCharacters ? characters.slice(-maxNameCharacters).join('') : safe;
  return `${number}/${position}-${cut.replace(/[. ]+$/, '')}`;
}
