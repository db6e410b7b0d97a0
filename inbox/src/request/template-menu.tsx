import { useRef } from 'preact/hooks';
import { useCell } from '../cells/cell.ts';
import { useTranslator } from '../language/translator-context.ts';
import { useInbox } from '../model/inbox-context.ts';
import type { Task } from '../parts/use-task.ts';
import { type TemplateValues, withTemplate } from './template-text.ts';
import { useTemplates } from './use-templates.ts';

interface TemplateMenuProps {
  /** The text written so far. */
  readonly text: string;
  /** Language of the customer, or null when it is unknown. */
  readonly customerLanguage: string | null;
  /** The values of the placeholders. */
  readonly values: TemplateValues;
  /** The task that saves and deletes templates. */
  readonly task: Task;
  onText(text: string): void;
}

/** A menu of templates: the page's and the studio's own. */
export function TemplateMenu({ text: written, customerLanguage, values, task, onText }: TemplateMenuProps) {
  const { text } = useTranslator();
  const offered = useTemplates(customerLanguage);
  const { templates } = useInbox();
  const own = useCell(templates.shown);
  const latest = useRef(written);
  latest.current = written;
  const saved = own.find((template) => template.text === written);

  async function choose(index: number): Promise<void> {
    const words = await offered[index]?.words(values);
    if (words !== undefined) onText(withTemplate(latest.current, words));
  }

  return (
    <>
      <select
        aria-label={text('templates')}
        value=""
        onFocus={templates.reload}
        onChange={({ currentTarget }) => {
          void choose(Number(currentTarget.value));
          currentTarget.value = '';
        }}
      >
        <option value="" disabled selected>
          {text('templates')}
        </option>
        {offered.map(({ title }, index) => (
          <option key={index} value={index}>
            {title}
          </option>
        ))}
      </select>
      {written.trim() !== '' && (
        <button
          type="button"
          class="button button-plain button-small"
          aria-disabled={task.isBusy}
          onClick={() => void task.run(() => (saved ? templates.remove(saved.id) : templates.save(written)))}
        >
          {text(saved ? 'templateForget' : 'templateKeep')}
        </button>
      )}
    </>
  );
}
