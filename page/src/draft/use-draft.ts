import { useEffect, useState } from 'preact/hooks';
import { createIdempotencyKey } from '../../../client/src/idempotency-key.ts';
import type { Attachment } from '../attachments/attachment.ts';
import { type Draft, emptyDraft } from './draft.ts';
import { keptDraft } from './kept-draft.ts';
import { forgetFile, forgetFiles, keepFile, readFiles } from './kept-files.ts';

/** The form's content, kept in the browser until it is accepted. */
export interface DraftState {
  readonly draft: Draft;
  readonly attachments: readonly Attachment[];
  /** When the content was written that an earlier visit left; null when there was none. Stays while it can be brought back. */
  readonly restored: { readonly at: Date; readonly filesLost: boolean } | null;
  change(part: Partial<Draft>): void;
  attach(files: readonly File[]): void;
  detach(id: string): void;
  reorder(attachments: readonly Attachment[]): void;
  /** The key to submit under: that of the last attempt unless the form was changed since. Kept before it is used. */
  takeKey(): string;
  /** The next submission gets a key of its own. */
  dropKey(): void;
  /** Forgets the content for good. */
  clear(): void;
  /** Clears what the customer does not want; it can be brought back until the next change. */
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

/** @param prefilled What the form holds where no earlier visit left anything. */
export function useDraft(endpoint: string, prefilled: Draft): DraftState {
  const [kept] = useState(() => keptDraft.read(endpoint));
  const [content, setContent] = useState<Content>({
    ...empty,
    draft: kept?.draft ?? prefilled,
    idempotencyKey: kept?.idempotencyKey ?? null,
  });
  const [isLoading, setLoading] = useState((kept?.fileIds.length ?? 0) > 0);
  const [restored, setRestored] = useState<DraftState['restored']>(
    kept && !isLoading ? { at: new Date(kept.savedAt), filesLost: false } : null,
  );

  const [discarded, setDiscarded] = useState<(Content & Pick<DraftState, 'restored'>) | null>(null);

  useEffect(() => {
    if (!kept || !isLoading) return;
    void readFiles(endpoint, kept.fileIds).then((files) => {
      const isWhole = files.length === kept.fileIds.length;
      setContent((now) => ({
        ...now,
        attachments: [...files, ...now.attachments],
        idempotencyKey: isWhole ? now.idempotencyKey : null,
      }));
      setRestored({ at: new Date(kept.savedAt), filesLost: !isWhole });
      setLoading(false);
    });
  }, []);

  useEffect(() => {
    if (isLoading) return;
    if (isEmpty(content) || (content.draft === prefilled && content.attachments.length === 0))
      keptDraft.forget(endpoint);
    else keep(content);
  }, [content, isLoading]);

  function keep({ draft, attachments, idempotencyKey }: Content): void {
    keptDraft.keep(endpoint, { draft, savedAt: Date.now(), fileIds: attachments.map(({ id }) => id), idempotencyKey });
  }

  /** What is sent under a key must not differ from what was: a change ends it. */
  function changeTo(part: (now: Content) => Partial<Content>): void {
    setContent((now) => ({ ...now, ...part(now), idempotencyKey: null }));
    setDiscarded(null);
  }

  function clear(): void {
    keptDraft.forget(endpoint);
    void forgetFiles(endpoint);
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
      for (const attachment of added) void keepFile(endpoint, attachment);
      changeTo(({ attachments }) => ({ attachments: [...attachments, ...added] }));
    },
    detach(id) {
      void forgetFile(endpoint, id);
      changeTo(({ attachments }) => ({ attachments: attachments.filter((attachment) => attachment.id !== id) }));
    },
    reorder: (attachments) => changeTo(() => ({ attachments })),
    takeKey() {
      const idempotencyKey = content.idempotencyKey ?? createIdempotencyKey();
      keep({ ...content, idempotencyKey });
      setContent((now) => ({ ...now, idempotencyKey }));
      return idempotencyKey;
    },
    dropKey: () => changeTo(() => ({})),
    clear,
    discard() {
      clear();
      setDiscarded({ ...content, restored });
    },
    isEmpty: isEmpty(content),
    isDiscarded: discarded !== null,
    undoDiscard() {
      if (!discarded) return;
      for (const attachment of discarded.attachments) void keepFile(endpoint, attachment);
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
