import { createIdempotencyKey } from '../../../client/src/idempotency-key.ts';
import { type StoredDraft, storedDraft, storedVersions } from './stored-draft.ts';

/**
 * The newest draft of an endpoint, which all pages of the site in this browser share. A page never destroys a draft
 * that it has not read: it removes only a draft that it knows, and sets others aside as versions.
 */
interface DraftSlot {
  /** Returns the newest draft if this page has neither read nor written it. */
  unknown(): StoredDraft | null;
  /** True without a draft that can be read. */
  isEmpty(): boolean;
  /** Makes the page know this draft. */
  acknowledge(draft: StoredDraft): void;
  /** Replaces the newest draft. Returns false when the browser does not store it. */
  write(draft: Omit<StoredDraft, 'revision' | 'savedAt'>): boolean;
  /** Removes the newest draft if this page knows it. */
  remove(): void;
  /** Removes the newest draft if it was sent with this key. */
  removeSent(idempotencyKey: string): void;
  /** Returns the drafts that are set aside, the oldest first. */
  versions(): readonly StoredDraft[];
  /** Makes a version the newest draft, and sets aside that one. Returns null when the browser does not store them. */
  swap(version: StoredDraft): StoredDraft | null;
  deleteVersion(version: StoredDraft): void;
  /** Returns the ids of all files that a draft refers to. */
  fileIds(): readonly string[];
  /** Calls the listeners at changes by other pages. Returns a function that ends this. */
  watch(listeners: SlotListeners): () => void;
}

interface SlotListeners {
  /** Another page wrote a draft or a version. */
  written(): void;
  /** Another page removed the draft that this page knows, or a later version of it. */
  removed(): void;
}

export function createDraftSlot(endpoint: string): DraftSlot {
  let knownRevision: string | null = null;
  /** The later versions of the known draft that other pages have announced. */
  let latestRevision: string | null = null;
  const newest = () => storedDraft.read(endpoint);
  const versions = () => storedVersions.read(endpoint) ?? [];
  const unknown = () => {
    const draft = newest();
    return draft?.revision === knownRevision ? null : draft;
  };

  function replaceVersions(drafts: readonly StoredDraft[]): boolean {
    if (drafts.length > 0) return storedVersions.write(endpoint, [...drafts]);
    storedVersions.remove(endpoint);
    return true;
  }

  function replaceNewest(draft: Omit<StoredDraft, 'revision'>): StoredDraft | null {
    const written = { ...draft, revision: createIdempotencyKey() };
    if (!storedDraft.write(endpoint, written)) return null;
    know(written);
    return written;
  }

  function know({ revision }: StoredDraft): void {
    knownRevision = revision;
    latestRevision = revision;
  }

  const others = ({ revision }: StoredDraft) => versions().filter((one) => one.revision !== revision);

  return {
    unknown,
    isEmpty: () => newest() === null,
    acknowledge: know,
    write(draft) {
      const overwritten = unknown();
      if (overwritten !== null && !replaceVersions([...versions(), overwritten])) return false;
      return replaceNewest({ ...draft, savedAt: Date.now() }) !== null;
    },
    remove() {
      if (newest()?.revision === knownRevision) storedDraft.remove(endpoint);
    },
    removeSent(idempotencyKey) {
      if (newest()?.idempotencyKey === idempotencyKey) storedDraft.remove(endpoint);
    },
    versions,
    swap(version) {
      const setAside = newest();
      if (setAside !== null && !replaceVersions([...versions(), setAside])) return null;
      const written = replaceNewest(version);
      if (written !== null) replaceVersions(others(version));
      return written;
    },
    deleteVersion: (version) => void replaceVersions(others(version)),
    fileIds: () => [newest(), ...versions()].flatMap((draft) => draft?.fileIds ?? []),
    watch({ written, removed }) {
      const ends = [
        storedVersions.watch(endpoint, written),
        storedDraft.watch(endpoint, (now, before) => {
          const isMadeOfKnown = before?.revision === latestRevision;
          if (now === null && isMadeOfKnown) removed();
          if (now === null) return;
          if (isMadeOfKnown) latestRevision = now.revision;
          written();
        }),
      ];
      return () => {
        for (const end of ends) end();
      };
    },
  };
}
