import { useState } from 'preact/hooks';
import { refusalText } from '../../language/failure-text.ts';
import { useFormats } from '../../language/formats.ts';
import { useIntakeWords, useTranslator } from '../../language/translator-context.ts';
import { useInbox } from '../../model/inbox-context.ts';
import type { Opening, OpeningChange, SentReport } from '../../model/watch-opening.ts';
import { emptyGroup } from '../../studio/draft/paths.ts';
import { isToCome, takenBack } from './opening-changes.ts';
import { headline, reasonText } from './opening-text.ts';

/** Changes the opening at once, and offers to undo that. */
export function useOpeningChange(before: SentReport | null) {
  const { opening: watch, toasts } = useInbox();
  const translator = useTranslator();
  const words = useIntakeWords();
  const formats = useFormats();
  const [isBusy, setBusy] = useState(false);

  /** Resolves with the new report, or with null after a failure. */
  async function set(change: OpeningChange): Promise<SentReport | null> {
    if (isBusy) return null;
    setBusy(true);
    try {
      return await watch.set(change);
    } catch (error) {
      toasts.show({ tone: 'bad', text: refusalText(translator, error) });
      return null;
    } finally {
      setBusy(false);
    }
  }

  async function change(changes: Partial<Opening>): Promise<void> {
    const opening = before?.opening ?? null;
    const { timeZone } = emptyGroup('opening') as Opening;
    const after = await set({ changes: opening === null ? { timeZone, ...changes } : changes });
    if (after === null) return;
    toasts.show({
      text: 'mode' in changes ? switched(after, changes) : words.text('openingSaved'),
      action: { label: translator.text('undo'), run: () => void set(takenBack(opening, changes)) },
    });
  }

  /** Returns what has become of the form, and the dates that have no meaning any more. */
  function switched(after: SentReport, changes: Partial<Opening>): string {
    const now = Date.now();
    const { opensAt = null, closesAt = null } = before?.opening ?? {};
    const sentences = [
      `${words.text('form')}: ${headline(after, words, formats, now)}.`,
      reasonText(after, words),
      before?.reason === 'schedule' && after.reason !== 'schedule' && isToCome(opensAt, now)
        ? words.text('noLongerWaits', { time: formats.time(opensAt) })
        : '',
      changes.closesAt === null && closesAt !== null
        ? words.text('noLongerCloses', { time: formats.time(closesAt) })
        : '',
    ];
    return sentences.filter((sentence) => sentence !== '').join(' ');
  }

  return { isBusy, change: (changes: Partial<Opening>) => void change(changes) };
}
