import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { Deliveries } from '../../deliveries/history/deliveries.ts';
import type { DeliveryDetail } from '../../deliveries/history/delivery-shape.ts';
import { type MailMessage, mailMessage } from '../../deliveries/kinds/mail/mail-transport.ts';
import type { RequestEvent } from '../../events/event-shape.ts';
import { systemActor } from '../../events/events.ts';
import { mailboxKey } from '../../intake/submission/mailbox.ts';
import type { PersonNotice } from '../../keeping/erasure/erasure.ts';
import { failureText } from '../../platform/failure/errors.ts';
import type { ObjectKey } from '../../platform/objects/object-key.ts';
import type { ObjectStore } from '../../platform/objects/object-store.ts';
import { openStoredFile, StoredFileError } from '../../platform/objects/stored-file.ts';
import type { InboxStore } from '../../process/parts/request-parts.ts';
import type { ExportedRequest } from '../../requests/facets/exported-json.ts';
import type { TermsVersions } from '../../studio/revisions/terms-versions.ts';
import { attachmentKeys } from './find-request.ts';

/** All data about a person. */
export interface Person extends PersonNotice {
  readonly requests: readonly PersonRequest[];
  readonly files: readonly PersonFile[];
  /** Attachments that the bucket does not have, or has with other bytes. */
  readonly lost: readonly { readonly requestId: string; readonly position: number; readonly fault: FileFault }[];
}

type ExportedTerms = NonNullable<ExportedRequest['terms']>[number];

interface PersonRequest extends Omit<ExportedRequest, 'terms'> {
  /** The terms that the person agreed to, each with its text, or null when the studio had no such version. */
  readonly terms?: readonly (ExportedTerms & { readonly text: string | null })[];
  readonly events: readonly RequestEvent[];
  /** The mails that were sent to the person, the oldest first. */
  readonly mails: readonly PersonMail[];
}

type PersonMail = Omit<DeliveryDetail, 'body'> & { readonly mail: MailMessage };
type FileFault = 'missing' | 'altered';

interface PersonFile {
  readonly requestId: string;
  readonly position: number;
  readonly key: ObjectKey;
  readonly entryName: string;
  readonly size: number;
  readonly sha256: string;
}

const maxNameCharacters = 100;

/** Collects all data about a person. The collection is recorded as an export. */
export async function collectPerson(
  { reader, candidates, notices, exporter, deliveries, termsVersions, pool }: InboxStore,
  objects: ObjectStore,
  email: string,
  signal: AbortSignal,
): Promise<Person> {
  const ids = (await candidates.ofPerson(email)).map(({ id }) => id);
  const notice = await notices.find(email, ids);
  const requests: PersonRequest[] = [];
  const files: PersonFile[] = [];
  const lost: Person['lost'][number][] = [];
  if (ids.length === 0 && isEmpty(notice)) return { requests, ...notice, files, lost };
  for await (const batch of exporter.exportPerson(ids, systemActor, signal)) {
    for (const json of batch) await collect(JSON.parse(json) as ExportedRequest);
  }
  return { requests, ...notice, files, lost };

  async function collect(request: ExportedRequest): Promise<void> {
    const events = (await reader.events(request.id)) ?? [];
    const { terms, ...rest } = request;
    const agreed = terms && { terms: await withTexts(terms, termsVersions) };
    requests.push({ ...rest, ...agreed, events, mails: await mailsTo(request, deliveries) });
    const keys = await attachmentKeys(pool, request.id);
    for (const { position, name, size, sha256 } of request.files) {
      const key = keys.get(position);
      const entryName = entryNameOf(request.number, position, name);
      const file = key && { requestId: request.id, position, key, size, sha256, entryName };
      const fault = file ? await faultOf(file, objects, signal) : 'missing';
      if (fault !== null) lost.push({ requestId: request.id, position, fault });
      else if (file) files.push(file);
    }
  }
}

/** Returns true when nothing is kept of a person beside their requests. */
export function isEmpty({ openingNotice, blocks }: PersonNotice): boolean {
  return openingNotice === null && blocks.length === 0;
}

async function withTexts(terms: readonly ExportedTerms[], versions: TermsVersions) {
  return Promise.all(terms.map(async (one) => ({ ...one, text: (await versions.find(one.sha256))?.text ?? null })));
}

async function mailsTo({ id, customerEmail }: ExportedRequest, deliveries: Deliveries): Promise<readonly PersonMail[]> {
  const mails: PersonMail[] = [];
  for (const { id: deliveryId, channel } of await deliveries.ofRequest(id)) {
    const found = channel.kind === 'mail' ? await deliveries.find(deliveryId) : null;
    if (!found?.body) continue;
    const { body, ...delivery } = found;
    const mail = mailMessage.parse(JSON.parse(body));
    if (mail.to.some(({ address }) => mailboxKey(address) === mailboxKey(customerEmail)))
      mails.push({ ...delivery, mail });
  }
  return mails.reverse();
}

/** Reads the whole file before the zip begins, because damage that is found later makes the zip unusable. */
async function faultOf(file: PersonFile, objects: ObjectStore, signal: AbortSignal): Promise<FileFault | null> {
  try {
    await finished((await openStoredFile(objects, file, { signal })).resume());
    return null;
  } catch (error) {
    if (error instanceof StoredFileError && error.fault !== 'unavailable') return error.fault;
    throw namedError(file, error);
  }
}

function namedError({ requestId, position }: PersonFile, error: unknown): Error {
  return new Error(`file ${position} of request ${requestId}: ${failureText(error)}`, { cause: error });
}

/** Opens each attachment only when the zip reaches it. */
export function personZip(
  { requests, openingNotice, blocks, files }: Person,
  objects: ObjectStore,
  signal: AbortSignal,
): Readable {
  const zip = new ZipFile();
  const addJson = (name: string, content: unknown) =>
    zip.addBuffer(Buffer.from(`${JSON.stringify(content, null, 2)}\n`), name);
  addJson('requests.json', requests);
  if (openingNotice !== null) addJson('opening-notice.json', openingNotice);
  if (blocks.length > 0) addJson('blocks.json', blocks);
  const output = zip.outputStream as Readable;
  for (const file of files) {
    zip.addReadStreamLazy(file.entryName, { size: file.size, compress: false }, (give) => {
      const fail = (error: unknown) => output.destroy(namedError(file, error));
      openStoredFile(objects, file, { signal }).then((content) => give(null, content.on('error', fail)), fail);
    });
  }
  zip.end();
  zip.on('error', (error) => output.destroy(error as Error));
  return output;
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
