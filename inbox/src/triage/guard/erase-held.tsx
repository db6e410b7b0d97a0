import { useIntakeWords, useTranslator } from '../../language/translator-context.ts';
import { useInbox } from '../../model/inbox-context.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { removeTextDrafts } from '../../parts/text-draft.ts';
import { TypedConfirmation } from '../../parts/typed-confirmation.tsx';
import { useTask } from '../../parts/use-task.ts';

interface EraseHeldProps {
  readonly ids: readonly string[];
  onClose(hasErased: boolean): void;
}

/** Erases held requests after the person has typed their number. */
export function EraseHeld({ ids, onClose }: EraseHeldProps) {
  const { call, toasts } = useInbox();
  const { text } = useIntakeWords();
  const confirm = useTranslator().text('eraseConfirm');
  const task = useTask();

  async function erase(): Promise<void> {
    let count = 0;
    const isDone = await task.run(async () => {
      const { erased } = await call<{ erased: number }>('POST', '/held/erase', { body: { ids } });
      count = erased;
    });
    if (!isDone) return;
    for (const id of ids) removeTextDrafts(id);
    toasts.show({ text: text('heldErased', { count }) });
    onClose(true);
  }

  return (
    <Dialog title={text('heldEraseTitle')} onClose={() => onClose(false)}>
      <p>{text('heldEraseQuestion', { count: ids.length })}</p>
      {task.fault !== '' && <p class="fault">{task.fault}</p>}
      <TypedConfirmation
        expected={String(ids.length)}
        confirm={confirm}
        isBusy={task.isBusy}
        onConfirm={() => void erase()}
        onCancel={() => onClose(false)}
      />
    </Dialog>
  );
}
