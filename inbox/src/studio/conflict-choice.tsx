import { useFormWords, useTranslator } from '../language/translator-context.ts';
import { Dialog } from '../parts/dialog.tsx';
import { ChangeList } from './change-list.tsx';
import { changesBetween } from './draft/describe-changes.ts';
import type { Studio } from './draft/draft-shapes.ts';
import { useForm } from './fields/form-context.ts';

/** Asks whose version to keep when two people have changed the form. */
export function ConflictChoice() {
  const { text } = useFormWords();
  const { language } = useTranslator();
  const { model, state } = useForm();
  const { conflict: theirs, draft: before, document } = state;
  if (theirs === null) return null;
  const changesOf = (studio: Studio) => changesBetween(before.document, studio, language);
  return (
    <Dialog title={text('conflictTitle')} onClose={null}>
      <p>{theirs.actor?.name ? text('conflictBy', { name: theirs.actor.name }) : text('conflictBySomebody')}</p>
      <h3>{text('conflictTheirs')}</h3>
      <ChangeList changes={changesOf(theirs.document)} />
      <h3>{text('conflictMine')}</h3>
      <ChangeList changes={changesOf(document)} />
      <footer>
        <button type="button" autofocus onClick={() => model.resolve(theirs.document)}>
          {text('conflictKeepTheirs')}
        </button>
        <button type="button" class="primary" onClick={() => model.resolve(document)}>
          {text('conflictUseMine')}
        </button>
      </footer>
    </Dialog>
  );
}
