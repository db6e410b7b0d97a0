import { useEffect, useState } from 'preact/hooks';
import { createIdempotencyKey } from '../../../client/src/idempotency-key.ts';
import type { Attachment } from '../attachments/attachment.ts';
import { type Draft, emptyDraft } from './draft.ts';
import { storedDraft } from './stored-draft.ts';
import { readFiles, removeFile, removeFiles, storeFile } from './stored-files.ts';

/** The form's content, stored in the browser until the service accepts it. */
export interface DraftState {
  readonly draft: Draft;
  readonly attachments: readonly Attachment[];
  /** When an earlier visit stored the content, or null. Stays set while discarded content can be restored. */
  readonly restored: { readonly at: Date; readonly filesLost: boolean } | null;
  change(part: Partial<Draft>): void;
  attach(files: readonly File[]): void;
  detach(id: string): void;
  reorder(attachments: readonly Attachment[]): void;
  /** Returns the last attempt's key, or a new one after a change. Stores the key before it is used. */
  ensureIdempotencyKey(): string;
  /** Makes the next submission use a new key. */
  resetIdempotencyKey(): void;
  /** Deletes the content permanently. */
  clear(): void;
  /** Clears the form. The content can be restored until the next change. */
  discard(): void;
  readonly isEmpty: boolean;
  readonly isDiscarded: boolean;
  undoDiscard(): void;
}

interface Content {
  readonly draft: Draft;
  readonly attachments: readonly Attachment[];
  readonly idempotencyKey: string | null;
}

const empty: Content = { draft: emptyDraft, attachments: [], idempotencyKey: null };

/** @param prefilled The initial content when no earlier visit stored any. */
export function useDraft(endpoint: string, prefilled: Draft): DraftState {
  const [stored] = useState(() => storedDraft.read(endpoint));
  const [content, setContent] = useState<Content>({
    ...empty,
    draft: stored?.draft ?? prefilled,
    idempotencyKey: stored?.idempotencyKey ?? null,
  });
  const [isLoading, setLoading] = useState((stored?.fileIds.length ?? 0) > 0);
  const [restored, setRestored] = useState<DraftState['restored']>(
    stored && !isLoading ? { at: new Date(stored.savedAt), filesLost: false } : null,
  );

  const [discarded, setDiscarded] = useState<(Content & Pick<DraftState, 'restored'>) | null>(null);

  useEffect(() => {
    if (!stored || !isLoading) return;
    void readFiles(endpoint, stored.fileIds).then((files) => {
      const isWhole = files.length === stored.fileIds.length;
      setContent((now) => ({
        ...now,
        attachments: [...files, ...now.attachments],
        idempotencyKey: isWhole ? now.idempotencyKey : null,
      }));
      setRestored({ at: new Date(stored.savedAt), filesLost: !isWhole });
      setLoading(false);
    });
  }, []);

  useEffect(() => {
    if (isLoading) return;
    if (isEmpty(content) || (content.draft === prefilled && content.attachments.length === 0))
      storedDraft.remove(endpoint);
    else store(content);
  }, [content, isLoading]);

  function store({ draft, attachments, idempotencyKey }: Content): void {
    storedDraft.write(endpoint, {
      draft,
      savedAt: Date.now(),
      fileIds: attachments.map(({ id }) => id),
      idempotencyKey,
    });
  }

  /** Applies a change and drops the key, because one key must always be sent with the same content. */
  function changeTo(part: (now: Content) => Partial<Content>): void {
    setContent((now) => ({ ...now, ...part(now), idempotencyKey: null }));
    setDiscarded(null);
  }

  function clear(): void {
    storedDraft.remove(endpoint);
    void removeFiles(endpoint);
    setContent(empty);
    setRestored(null);
    setDiscarded(null);
  }

  return {
    draft: content.draft,
    attachments: content.attachments,
    restored: restored ?? discarded?.restored ?? null,
    change: (part) => changeTo(({ draft }) => ({ draft: { ...draft, ...part } })),
    attach(files) {
      const added = files.map((file) => ({ id: createIdempotencyKey(), file }));
      for (const attachment of added) void storeFile(endpoint, attachment);
      changeTo(({ attachments }) => ({ attachments: [...attachments, ...added] }));
    },
    detach(id) {
      void removeFile(endpoint, id);
      changeTo(({ attachments }) => ({ attachments: attachments.filter((attachment) => attachment.id !== id) }));
    },
    reorder: (attachments) => changeTo(() => ({ attachments })),
    ensureIdempotencyKey() {
      const idempotencyKey = content.idempotencyKey ?? createIdempotencyKey();
      store({ ...content, idempotencyKey });
      setContent((now) => ({ ...now, idempotencyKey }));
      return idempotencyKey;
    },
    resetIdempotencyKey: () => changeTo(() => ({})),
    clear,
    discard() {
      clear();
      setDiscarded({ ...content, restored });
    },
    isEmpty: isEmpty(content),
    isDiscarded: discarded !== null,
    undoDiscard() {
      if (!discarded) return;
      for (const attachment of discarded.attachments) void storeFile(endpoint, attachment);
      const { restored: restoredBefore, ...contentBefore } = discarded;
      setContent(contentBefore);
      setRestored(restoredBefore);
      setDiscarded(null);
    },
  };
}

function isEmpty({ draft, attachments }: Content): boolean {
  return attachments.length === 0 && Object.values(draft).every((value) => !value || value.length === 0);
}
