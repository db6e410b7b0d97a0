import type { InboxRequest } from '../../api/shapes.ts';
import { createCell, useCell } from '../../cells/cell.ts';
import { refusalText } from '../../language/failure-text.ts';
import { shownName } from '../../language/shown-name.ts';
import { useIntakeWords, useTranslator } from '../../language/translator-context.ts';
import { useInbox } from '../../model/inbox-context.ts';
import { removeTextDrafts } from '../../parts/text-draft.ts';

const delayMs = 15_000;

/** The requests that are being erased, or are erased already. */
const leaving = createCell<ReadonlySet<string>>(new Set());

/** The timers of those that can still come back, the last one at the end. */
const timers = new Map<string, number>();

interface EraseSoon {
  readonly leaving: ReadonlySet<string>;
  /** Erases a held request after a time in which the person can undo it. A page that is closed earlier erases nothing. */
  eraseSoon(request: InboxRequest): void;
  /** Undoes the last erasure that has not happened yet. */
  undoErasure(): void;
}

export function useEraseSoon(): EraseSoon {
  const { call, guard, toasts } = useInbox();
  const { text } = useIntakeWords();
  const translator = useTranslator();

  function undo(id: string | undefined): void {
    if (id === undefined || !timers.has(id)) return;
    clearTimeout(timers.get(id));
    comeBack(id);
  }

  async function erase(id: string): Promise<void> {
    timers.delete(id);
    try {
      await call('POST', '/held/erase', { body: { ids: [id] } });
      removeTextDrafts(id);
      guard.reload();
    } catch (error) {
      comeBack(id);
      toasts.show({ tone: 'bad', text: refusalText(translator, error) });
    }
  }

  return {
    leaving: useCell(leaving),
    eraseSoon({ id, customerName }) {
      if (leaving.value.has(id)) return;
      leaving.set(new Set([...leaving.value, id]));
      timers.set(
        id,
        window.setTimeout(() => void erase(id), delayMs),
      );
      toasts.show({
        text: text('heldErasedSoon', { name: shownName(customerName) }),
        action: { label: translator.text('undo'), run: () => undo(id) },
      });
    },
    undoErasure: () => undo([...timers.keys()].at(-1)),
  };
}

function comeBack(id: string): void {
  timers.delete(id);
  leaving.set(new Set([...leaving.value].filter((other) => other !== id)));
}
