import { useState } from 'preact/hooks';
import { useFormWords, useTranslator } from '../language/translator-context.ts';
import { useInbox } from '../model/inbox-context.ts';
import { Dialog } from '../parts/dialog.tsx';
import { useTask } from '../parts/use-task.ts';
import { ChangeList } from './change-list.tsx';
import { changesBetween } from './draft/describe-changes.ts';
import { useForm } from './fields/form-context.ts';

const mostNoteCharacters = 500;

/** Shows the changes for customers, and publishes them. */
export function PublishSheet({ onClose }: { onClose(): void }) {
  const { text } = useFormWords();
  const { text: common, language } = useTranslator();
  const { toasts } = useInbox();
  const { model, state, shown } = useForm();
  const task = useTask();
  const [note, setNote] = useState('');
  const [wasChanged, setWasChanged] = useState(false);
  const changes = changesBetween(state.studio.document, shown, language);
  const isNothingLeft = wasChanged && changes.length === 0;

  async function publish(): Promise<void> {
    if (isNothingLeft) return;
    await task.run(async () => {
      const outcome = await model.publish(note);
      setWasChanged(outcome === 'changed');
      if (outcome === 'published') toasts.show({ text: text('published') });
      // The editor bar reports a failed save.
      if (outcome !== 'changed') onClose();
    });
  }

  return (
    <Dialog title={text('publishTitle')} onClose={onClose}>
      <p>{text('publishHint')}</p>
      {wasChanged && (
        <p class="form-fault" role="alert">
          {text('publishChanged')}
        </p>
      )}
      <ChangeList changes={changes} />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void publish();
        }}
      >
        <label>
          {text('note')}
          <input
            value={note}
            maxLength={mostNoteCharacters}
            autocomplete="off"
            dir="auto"
            onInput={({ currentTarget }) => setNote(currentTarget.value)}
          />
          <span class="hint">{text('noteHint')}</span>
        </label>
        {task.fault !== '' && <p class="fault">{task.fault}</p>}
        <footer>
          <button type="button" class="quiet" onClick={onClose}>
            {common('cancel')}
          </button>
          <button type="submit" class="primary" autofocus aria-disabled={task.isBusy || isNothingLeft}>
            {text('publishNow')}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
