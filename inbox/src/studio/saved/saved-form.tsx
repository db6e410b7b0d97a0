import '../form.css';
import './saved-form.css';
import { Lock } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';
import { Icon } from '../../../../page-kit/icon.tsx';
import { useCell } from '../../cells/cell.ts';
import { useFormWords, useTranslator } from '../../language/translator-context.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { LanguageChoice } from '../../parts/language-choice.tsx';
import { useTask } from '../../parts/use-task.ts';
import { useRouter } from '../../router/router.tsx';
import { languagesOf, textsOf } from '../draft/localized.ts';
import { Fields } from '../field.tsx';
import { FormProvider, useFields } from '../fields/form-context.ts';
import type { FieldGroup } from './saved-groups.ts';
import type { SavedModel } from './saved-model.ts';

interface SavedFormProps {
  readonly model: SavedModel;
  readonly groups: readonly FieldGroup[];
  /** Sends what was edited. Returns false when fields have faults. */
  onSave(): Promise<boolean>;
}

/** Fields of a page of the settings. A bar that saves them appears with the first change. */
export function SavedForm({ model, groups, onSave }: SavedFormProps) {
  const { language: own } = useTranslator();
  const state = useCell(model.state);
  const [chosen, choose] = useState<string | null>(null);
  const languages = languagesOf(textsOf(state.document));
  const language = chosen ?? (languages.includes(own) ? own : 'en');
  const fields = { model, state, shown: state.document, language, languages };
  return (
    <FormProvider value={{ ...fields, added: null, setAdded() {}, wanted: null }}>
      {groups.map((group) => (
        <Group key={group.title} group={group} isLocked={model.isLocked} onLanguage={choose} />
      ))}
      {state.document !== state.stored && <SaveBar model={model} onSave={onSave} />}
    </FormProvider>
  );
}

interface GroupProps {
  readonly group: FieldGroup;
  readonly isLocked: boolean;
  onLanguage(language: string): void;
}

function Group({ group: { title, fields, hasTexts }, isLocked, onLanguage }: GroupProps) {
  const { text } = useFormWords();
  const { language, languages } = useFields();
  const id = useId();
  return (
    <section class="saved-group" {...(title !== null && { 'aria-labelledby': id })}>
      {title !== null && <h2 id={id}>{text(title)}</h2>}
      {isLocked && (
        <p class="form-locked">
          <Icon of={Lock} /> {text('lockedByFile')}
        </p>
      )}
      {hasTexts && languages.length > 1 && (
        <LanguageChoice languages={languages} chosen={language} onChoose={onLanguage} />
      )}
      <fieldset class="saved-fields" disabled={isLocked}>
        <Fields specs={fields} path={[]} />
      </fieldset>
    </section>
  );
}

function SaveBar({ model, onSave }: Pick<SavedFormProps, 'model' | 'onSave'>) {
  const { text } = useFormWords();
  const { text: common } = useTranslator();
  const task = useTask();
  const { faults } = useCell(model.state);
  return (
    <div class="save-bar" role="status">
      <p class={faults.length > 0 || task.fault !== '' ? 'fault' : ''}>
        {task.fault || (faults.length > 0 ? text('faultsToCheck', { count: faults.length }) : text('notSaved'))}
      </p>
      <button type="button" class="button button-plain" onClick={model.discard}>
        {common('discard')}
      </button>
      <button
        type="button"
        class="button button-primary"
        aria-disabled={task.isBusy}
        onClick={() => void task.run(async () => void (await onSave()))}
      >
        {common('save')}
      </button>
      <LeaveQuestion />
    </div>
  );
}

/** Asks before the page is left with changes that are not saved. */
function LeaveQuestion() {
  const { text } = useFormWords();
  const router = useRouter();
  const [leave, setLeave] = useState<{ readonly go: () => void } | null>(null);
  useEffect(() => {
    const stay = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', stay);
    const release = router.hold((_to, go) => {
      setLeave({ go });
      return false;
    });
    return () => {
      window.removeEventListener('beforeunload', stay);
      release();
    };
  }, []);
  return (
    leave && (
      <Question title={text('leaveUnsaved')} onClose={() => setLeave(null)}>
        <button type="button" onClick={leave.go}>
          {text('leave')}
        </button>
        <button type="button" class="primary" autofocus onClick={() => setLeave(null)}>
          {text('leaveNot')}
        </button>
      </Question>
    )
  );
}

interface QuestionProps {
  readonly title: string;
  readonly children: ComponentChildren;
  onClose(): void;
}

function Question({ title, children, onClose }: QuestionProps) {
  const { text } = useFormWords();
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{text('leaveUnsavedHint')}</p>
      <footer>{children}</footer>
    </Dialog>
  );
}
