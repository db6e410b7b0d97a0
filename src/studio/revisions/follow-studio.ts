import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { listenFor } from '../../platform/database/notifications.ts';
import { sentenceOf } from '../document/faults.ts';
import { namedPictures } from '../document/named-pictures.ts';
import { effectiveStudio, type PublishedStudio, type StudioOfFile } from '../document/offer.ts';
import { type ServedStudio, type StudioSource, servedStudio } from '../document/served-studio.ts';
import { readStoredStudio } from '../document/stored-studio.ts';
import type { StudioKey } from '../document/studio.ts';
import { faultsOfReuse, idsIn } from '../document/used-ids.ts';
import { readPictures } from '../pictures/picture-rows.ts';
import { offeredPictures } from '../pictures/studio-pictures.ts';
import { fileRevision } from './file-revision.ts';
import { isPublication } from './publications.ts';
import { readUsedIds } from './read-used-ids.ts';
import { studioNotification } from './revision-rows.ts';
import { createStudioHistory } from './studio-history.ts';

interface FollowOptions {
  readonly pool: Pool;
  /** Its one connection listens. */
  readonly listeningPool: Pool;
  readonly file: StudioOfFile | null;
  /** Keys that this process never offers. */
  readonly leftOut: readonly StudioKey[];
  readonly log: Logger;
  /** Brings the tables up to date. Called before each poll until it has succeeded. */
  ready(): Promise<void>;
}

export interface StudioFollower extends StudioSource {
  /** Whether an id is that of a question that was ever published or is in the file. */
  isAsked(id: string): boolean;
  /** Polls for a newer revision. A failure is logged: the next poll follows. */
  poll(): Promise<void>;
  /** Listens and polls until it is closed. */
  start(): void;
  close(): Promise<void>;
}

/** Faults in one line of the log. */
const mostNamed = 10;
/** A notification may be lost with its session. */
const pollMs = 30_000;
/** While no revision is known, and behind a pooler without notifications. */
const frequentPollMs = 1000;
/** A lost session is replaced soon, so that a revision published meanwhile is served within two seconds. */
const reconnectMs = 500;

const newerText = `
  select revision, document from studio_revisions where revision > $1 and ${isPublication} order by revision desc limit 1`;

/** Creates a follower of the published studio. Without the database it keeps the last revision that it knew. */
export function createStudioFollower(options: FollowOptions): StudioFollower {
  const { pool, listeningPool, file, leftOut, log, ready } = options;
  const ofFile = servedStudio(file, null, leftOut);
  const history = createStudioHistory();
  let asked: ReadonlySet<string> = new Set(file?.studio.questions.map(({ id }) => id));
  let published: PublishedStudio | null = null;
  let current: ServedStudio | null = null;
  let isDeaf = false;
  let timer: NodeJS.Timeout | undefined;
  let polling: Promise<void> = Promise.resolve();
  let waiting: Promise<void> | null = null;
  let listener: { close(): Promise<void> } | null = null;

  async function read(): Promise<void> {
    if (current === null) await ready();
    const { rows } = await pool.query<{ revision: number; document: unknown }>(newerText, [published?.revision ?? 0]);
    const [newer] = rows;
    if (newer === undefined && current !== null && (file === null || current.revision !== null)) return;
    const below = newer === undefined ? published : readNewer(newer.revision, newer.document);
    const revision = await shownRevision(below);
    const names = namedPictures(effectiveStudio(file, below)).map(({ sha256 }) => sha256);
    const pictures = offeredPictures(await readPictures(pool, names));
    asked = new Set([...asked, ...(await history.questionIds(pool))]);
    if (newer !== undefined) await warnOfReuse();
    published = below;
    current = servedStudio(file, below, leftOut, pictures, revision);
  }

  /** The file is served nevertheless: its host may bring entries back. */
  async function warnOfReuse(): Promise<void> {
    if (file === null) return;
    const entries = idsIn(file.studio);
    const ids = entries.map(({ id }) => id);
    const faults = faultsOfReuse(entries, await readUsedIds(pool, ids)).map((fault) => sentenceOf(fault, 'the file'));
    if (faults.length > 0)
      log.warn({ faults: faults.slice(0, mostNamed) }, 'CATALOGUE_FILE uses ids of earlier entries');
  }

  function readNewer(revision: number, document: unknown): PublishedStudio {
    const { studio, ignored } = readStoredStudio(document);
    if (ignored.length > 0) log.warn({ revision, ignored }, 'The studio has parts of a newer version');
    return { revision, studio };
  }

  /** A form is served even when the revision of its file cannot be stored. The next poll tries again. */
  async function shownRevision(below: PublishedStudio | null): Promise<number | null> {
    if (file === null) return below?.revision ?? null;
    return fileRevision(pool, file, below).catch((error: unknown) => {
      log.warn({ err: error }, 'The studio of the file could not be stored as a revision');
      return null;
    });
  }

  async function readOrLog(): Promise<void> {
    await read().catch((error: unknown) => log.debug({ err: error }, 'The studio could not be read'));
  }

  /** A call during a poll waits for one that begins after it. */
  function poll(): Promise<void> {
    waiting ??= polling.then(() => {
      waiting = null;
      polling = readOrLog();
      return polling;
    });
    return waiting;
  }

  function pollLater(): void {
    timer = setTimeout(
      () => void poll().finally(pollLater),
      current === null || isDeaf ? frequentPollMs : pollMs,
    ).unref();
  }

  return {
    current: () => current,
    known: () => current ?? ofFile,
    isAsked: (id) => asked.has(id),
    poll,
    start() {
      const pollNow = () => void poll();
      const onShared = () => {
        isDeaf = true;
        clearTimeout(timer);
        pollLater();
      };
      listener = listenFor(listeningPool, {
        channel: studioNotification,
        onCall: pollNow,
        onListening: pollNow,
        onShared,
        reconnectMs,
        name: 'Studio',
        log,
      });
      pollLater();
    },
    async close() {
      await listener?.close();
      await polling;
      clearTimeout(timer);
    },
  };
}
