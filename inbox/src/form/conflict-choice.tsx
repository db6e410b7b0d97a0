import { Dialog } from '../parts/dialog.tsx';
import { ChangeList } from './change-list.tsx';
import { changesBetween } from './describe-changes.ts';
import type { Studio, StudioKey } from './draft-shapes.ts';
import { useForm } from './form-context.ts';
import { useFormWords } from './form-messages.ts';

/** Asks whose changes to keep when two people have changed the same part. */
export function ConflictChoice() {
  const { text } = useFormWords();
  const { model, state, language } = useForm();
  const { conflict, draft, document } = state;
  if (conflict === null) return null;
  const { theirs, keys } = conflict;
  const changesOf = (studio: Studio) => changesBetween(only(keys, draft.document), only(keys, studio), language);
  return (
    <Dialog title={text('conflictTitle')} onClose={null}>
      <p>{theirs.actor?.name ? text('conflictBy', { name: theirs.actor.name }) : text('conflictBySomebody')}</p>
      <h3>{text('conflictTheirs')}</h3>
      <ChangeList changes={changesOf(theirs.document)} />
      <h3>{text('conflictMine')}</h3>
      <ChangeList changes={changesOf(document)} />
      <footer>
        <button type="button" autofocus onClick={() => model.resolve('theirs')}>
          {text('conflictKeepTheirs')}
        </button>
        <button type="button" class="primary" onClick={() => model.resolve('mine')}>
          {text('conflictUseMine')}
        </button>
      </footer>
    </Dialog>
  );
}

const only = (keys: readonly StudioKey[], studio: Studio) => Object.fromEntries(keys.map((key) => [key, studio[key]]));
