import { DoorClosed, DoorOpen } from 'lucide';
import { useCell } from '../cells/cell.ts';
import { useIntakeWords, useTranslator } from '../language/translator-context.ts';
import { useInbox, useRole } from '../model/inbox-context.ts';
import { choiceOf, neverSet, openedBy } from '../triage/opening/opening-changes.ts';
import { useOpeningChange } from '../triage/opening/use-opening-change.ts';
import type { PaletteItem } from './palette-item.ts';

/** Returns the commands that close and open the form at once, as the buttons of its control do. */
export function useOpeningCommands(): readonly PaletteItem[] {
  const report = useCell(useInbox().opening.known);
  const mayWrite = useRole('operator');
  const { text } = useTranslator();
  const intake = useIntakeWords();
  const { change } = useOpeningChange(report);
  if (report === null || report.isLocked || !mayWrite) return [];
  const set = { reason: report.reason, opening: report.opening ?? neverSet };
  const choice = choiceOf(set, Date.now());
  const close: PaletteItem = {
    id: 'close form',
    group: 'commands',
    icon: DoorClosed,
    label: intake.text('formClose'),
    words: text('words_opening'),
    run: () => change({ mode: 'closed' }),
  };
  const reopen: PaletteItem = {
    ...close,
    id: 'reopen form',
    icon: DoorOpen,
    label: intake.text('formReopen'),
    run: () => change(openedBy(set, Date.now())),
  };
  return [...(choice === 'closed' ? [] : [close]), ...(choice === 'open' ? [] : [reopen])];
}
