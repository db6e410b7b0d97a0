import { useState } from 'preact/hooks';
import type { InboxRequest } from '../api/shapes.ts';
import { useCell } from '../cells/cell.ts';
import { useInbox } from '../model/inbox-context.ts';
import { type TextDraft, useTextDraft } from '../parts/text-draft.ts';

/** A message by mail, a note for the studio, or the text on the status page. */
export const composerTabs = ['reply', 'note', 'status'] as const;

export type ComposerTab = (typeof composerTabs)[number];

export interface Composer {
  readonly tab: ComposerTab;
  /** Each tab has a draft of its own. */
  readonly drafts: Readonly<Record<ComposerTab, TextDraft>>;
  /** Counted up when the field of the open tab should take the focus. */
  readonly focusCount: number;
  /** True for a tab in which something is written that is not sent. */
  isWritten(tab: ComposerTab): boolean;
  show(tab: ComposerTab): void;
  /** Shows the tab and focuses its field. */
  write(tab: ComposerTab): void;
}

/** Opens with the begun text, else with a reply where mail is set up, else with a note. */
export function useComposer({ id, publicMessage }: InboxRequest): Composer {
  const [chosen, setChosen] = useState<ComposerTab | null>(null);
  const [focusCount, setFocusCount] = useState(0);
  const mail = useCell(useInbox().mail);
  const shown = publicMessage ?? '';
  const drafts = {
    reply: useTextDraft(`mail ${id}`),
    note: useTextDraft(`note ${id}`),
    status: useTextDraft(`message ${id}`, shown),
  };
  const isWritten = (tab: ComposerTab) => drafts[tab].text !== (tab === 'status' ? shown : '');
  const usual = mail?.isSetUp && mail.customerLanguage !== null ? 'reply' : 'note';
  return {
    tab: chosen ?? composerTabs.find(isWritten) ?? usual,
    drafts,
    focusCount,
    isWritten,
    show: setChosen,
    write(tab) {
      setChosen(tab);
      setFocusCount((last) => last + 1);
    },
  };
}
