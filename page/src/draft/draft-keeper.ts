import { createIdempotencyKey } from '../../../client/src/idempotency-key.ts';
import type { Attachment } from './attachment.ts';
import { type Draft, emptyDraft } from './draft.ts';
import { createDraftSlot } from './draft-slot.ts';
import type { StoredDraft } from './stored-draft.ts';
import { readFiles, removeFilesExcept, storeFile } from './stored-files.ts';

export interface Content {
  readonly draft: Draft;
  readonly attachments: readonly Attachment[];
  readonly idempotencyKey: string | null;
}

/** When the content that another visit or tab stored was last changed, and whether some of its files are not stored. */
export interface Restored {
  readonly at: Date;
  readonly filesLost: boolean;
}

/** The part of the draft that a form shows. */
export interface KeptDraft {
  readonly content: Content;
  readonly restored: Restored | null;
  /** The content that the customer cleared and can bring back, or null. */
  readonly discarded: (Content & { readonly restored: Restored | null }) | null;
  /** Drafts that were changed elsewhere at the same time, the oldest first. */
  readonly versions: readonly StoredDraft[];
}

/** Keeps the content of a form in the browser, and takes over changes of other tabs. */
export interface DraftKeeper {
  now(): KeptDraft;
  /** Calls the listener at each change. Returns a function that ends this. */
  watch(listener: DraftListener): () => void;
  change(part: (now: Content) => Partial<Content>): void;
  /** Replaces prefilled values, until the customer enters something. */
  prefill(draft: Draft): void;
  attach(files: readonly File[]): void;
  detach(id: string): void;
  /** Replaces an attached file. */
  replaceFile(id: string, file: File): void;
  /** Returns the last attempt's key, or a new one after a change. Stores the key before it is used. */
  ensureIdempotencyKey(): string;
  /** Deletes the content that was sent with this key. Keeps later changes of another tab. */
  finish(idempotencyKey: string): void;
  discard(): void;
  undoDiscard(): void;
  /** Takes over changes of another tab. */
  refresh(): void;
  /** Shows a version. The content that the form showed becomes a version. */
  showVersion(version: StoredDraft): void;
  deleteVersion(version: StoredDraft): void;
}

/** The reading of a draft's files. */
interface Reading {
  /** True when the form was empty before. */
  readonly isNews: boolean;
  /** True when the customer has changed the draft meanwhile. */
  isChanged: boolean;
}

interface DraftListener {
  changed(draft: KeptDraft): void;
  /** Another tab sent or cleared the content that the form showed. */
  removed(): void;
}

const empty: Content = { draft: emptyDraft, attachments: [], idempotencyKey: null };

/** @param first The initial content when no draft is stored. */
export function createDraftKeeper(endpoint: string, first: Draft): DraftKeeper {
  let prefilled = first;
  const slot = createDraftSlot(endpoint);
  let kept: KeptDraft = {
    content: { ...empty, draft: prefilled },
    restored: null,
    discarded: null,
    versions: slot.versions(),
  };
  let listener: DraftListener = { changed() {}, removed() {} };
  let reading: Reading | null = null;
  /** Files that the browser is storing, or did not store. */
  const unstored = { waiting: new Set<string>(), refused: new Set<string>() };
  let isTextStored = true;

  function update(part: Partial<KeptDraft>): void {
    kept = { ...kept, ...part };
    listener.changed(kept);
  }

  /** Drops the idempotency key, because one key must always be sent with the same content. */
  function changeTo(part: (now: Content) => Partial<Content>): void {
    update({ content: { ...kept.content, ...part(kept.content), idempotencyKey: null }, discarded: null });
  }

  const isWorthless = () =>
    isEmpty(kept.content) || (kept.content.draft === prefilled && kept.content.attachments.length === 0);

  /** True when no entries are lost if the form shows another draft. */
  const isSafe = () =>
    !reading?.isChanged &&
    (isWorthless() ||
      (isTextStored &&
        !kept.content.attachments.some(({ id }) => unstored.waiting.has(id) || unstored.refused.has(id))));

  function save(): void {
    if (reading !== null) {
      reading.isChanged = true;
      return;
    }
    const { draft, attachments, idempotencyKey } = kept.content;
    if (isWorthless()) slot.remove();
    else {
      const fileIds = attachments.map(({ id }) => id);
      const isWhole = !fileIds.some((id) => unstored.waiting.has(id));
      isTextStored = slot.write({ draft, fileIds, isWhole, idempotencyKey });
    }
    update({ versions: slot.versions() });
  }

  function store(attachments: readonly Attachment[]): void {
    for (const attachment of attachments) unstored.waiting.add(attachment.id);
    save();
    for (const attachment of attachments) {
      void storeFile(endpoint, attachment).then((isStored) => {
        unstored.waiting.delete(attachment.id);
        if (!isStored) unstored.refused.add(attachment.id);
        if (!kept.content.attachments.some(({ id }) => id === attachment.id)) removeUnusedFiles();
        else if (unstored.waiting.size === 0) save();
      });
    }
  }

  function removeUnusedFiles(): void {
    void removeFilesExcept(endpoint, () => [...slot.fileIds(), ...kept.content.attachments.map(({ id }) => id)]);
  }

  /** Shows the text of a stored draft at once, and its files when they are read. */
  async function show(stored: StoredDraft): Promise<void> {
    const thisReading: Reading = { isNews: reading?.isNews ?? isWorthless(), isChanged: false };
    const present = kept.content.attachments.filter(({ id }) => stored.fileIds.includes(id));
    const missing = stored.fileIds.filter((id) => !present.some((attachment) => attachment.id === id));
    reading = thisReading;
    slot.acknowledge(stored);
    update({
      content: {
        draft: stored.draft,
        attachments: inOrder(stored.fileIds, present),
        idempotencyKey: stored.idempotencyKey,
      },
      discarded: null,
    });
    const files = missing.length === 0 ? [] : await readFiles(endpoint, missing);
    if (reading !== thisReading) return;
    reading = null;
    const filesLost = files.length < missing.length;
    const { content } = kept;
    update({
      content: {
        ...content,
        attachments: inOrder(stored.fileIds, [...content.attachments, ...files]),
        idempotencyKey: filesLost ? null : content.idempotencyKey,
      },
      restored: thisReading.isNews || filesLost ? { at: new Date(stored.savedAt), filesLost } : kept.restored,
    });
    if (thisReading.isChanged) save();
    else refresh();
  }

  function refresh(): void {
    const stored = slot.unknown();
    if (stored?.isWhole && isSafe()) void show(stored);
  }

  function reset(): void {
    reading = null;
    update({ content: empty, restored: null, discarded: null });
  }

  function removedElsewhere(): void {
    if (isWorthless() || !isSafe()) return;
    reset();
    listener.removed();
  }

  /** A page that comes back from the history got no messages meanwhile. */
  function comeBack({ persisted }: PageTransitionEvent): void {
    if (persisted && slot.isEmpty()) removedElsewhere();
    else refresh();
  }

  const stored = slot.unknown();
  if (stored !== null) void show(stored);

  return {
    now: () => kept,
    watch(watching) {
      listener = watching;
      listener.changed(kept);
      const end = slot.watch({
        written() {
          update({ versions: slot.versions() });
          refresh();
        },
        removed: removedElsewhere,
      });
      window.addEventListener('pageshow', comeBack);
      return () => {
        listener = { changed() {}, removed() {} };
        window.removeEventListener('pageshow', comeBack);
        end();
      };
    },
    change(part) {
      changeTo(part);
      save();
    },
    prefill(draft) {
      if (reading !== null || kept.discarded !== null || !isWorthless()) return;
      prefilled = draft;
      update({ content: { ...empty, draft }, restored: null });
    },
    detach(id) {
      changeTo(({ attachments }) => ({ attachments: attachments.filter((attachment) => attachment.id !== id) }));
      save();
      removeUnusedFiles();
    },
    attach(files) {
      const added = files.map((file) => ({ id: createIdempotencyKey(), file }));
      changeTo(({ attachments }) => ({ attachments: [...attachments, ...added] }));
      store(added);
    },
    replaceFile(id, file) {
      const copy = { id: createIdempotencyKey(), file };
      changeTo(({ attachments }) => ({ attachments: attachments.map((one) => (one.id === id ? copy : one)) }));
      store([copy]);
      removeUnusedFiles();
    },
    ensureIdempotencyKey() {
      const idempotencyKey = kept.content.idempotencyKey ?? createIdempotencyKey();
      update({ content: { ...kept.content, idempotencyKey } });
      save();
      return idempotencyKey;
    },
    finish(idempotencyKey) {
      slot.removeSent(idempotencyKey);
      if (kept.content.idempotencyKey === idempotencyKey) reset();
      removeUnusedFiles();
    },
    discard() {
      const { content, restored } = kept;
      slot.remove();
      reset();
      update({ discarded: { ...content, restored } });
      removeUnusedFiles();
    },
    undoDiscard() {
      if (kept.discarded === null) return;
      const { restored, ...content } = kept.discarded;
      update({ content, restored, discarded: null });
      store(content.attachments);
    },
    refresh,
    showVersion(version) {
      if (!isSafe()) return;
      const shown = slot.swap(version);
      if (shown !== null) void show(shown);
      update({ versions: slot.versions() });
    },
    deleteVersion(version) {
      slot.deleteVersion(version);
      update({ versions: slot.versions() });
      removeUnusedFiles();
    },
  };
}

/** Returns the attachments in the order of the ids. Attachments without their id there come last. */
function inOrder(ids: readonly string[], attachments: readonly Attachment[]): readonly Attachment[] {
  const ordered = ids.flatMap((id) => attachments.find((attachment) => attachment.id === id) ?? []);
  return [...ordered, ...attachments.filter(({ id }) => !ids.includes(id))];
}

export function isEmpty({ draft, attachments }: Content): boolean {
  return attachments.length === 0 && Object.values(draft).every((value) => !value || Object.keys(value).length === 0);
}
