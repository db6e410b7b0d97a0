import { useRef } from 'preact/hooks';
import { useCell } from '../cells/cell.ts';
import { loadMessages } from '../language/inbox-messages.ts';
import { isInboxLanguage } from '../language/reader-language.ts';
import { useTranslator } from '../language/translator-context.ts';
import { useInbox } from '../model/inbox-context.ts';
import { type OfferedTemplate, offeredTemplates } from '../model/message-templates.ts';
import type { Task } from '../parts/use-task.ts';
import { templateTitle, withTemplate } from './template-text.ts';

export interface TemplateMenuProps {
  /** The text written so far. */
  readonly text: string;
  /** Language of the customer, or null when it is unknown. */
  readonly customerLanguage: string | null;
  /** The task that saves and deletes templates. */
  readonly task: Task;
  onText(text: string): void;
}

/** A menu of templates: the page's and the studio's own. */
export function TemplateMenu({ text: written, customerLanguage, task, onText }: TemplateMenuProps) {
  const { text } = useTranslator();
  const wordsOf = useOfferedWords(customerLanguage);
  const { templates } = useInbox();
  const own = useCell(templates.shown);
  const latest = useRef(written);
  latest.current = written;
  const saved = own.find((template) => template.text === written);

  async function choose(index: number): Promise<void> {
    const offered = offeredTemplates[index - own.length];
    const words = offered === undefined ? own[index]?.text : await wordsOf(offered);
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
        {[
          ...own.map((template) => templateTitle(template.text)),
          ...offeredTemplates.map((name) => text(`templateName_${name}`)),
        ].map((title, index) => (
          <option key={index} value={index}>
            {title}
          </option>
        ))}
      </select>
      {written.trim() !== '' && (
        <button
          type="button"
          class="quiet small"
          aria-disabled={task.isBusy}
          onClick={() => void task.run(() => (saved ? templates.remove(saved.id) : templates.save(written)))}
        >
          {text(saved ? 'templateForget' : 'templateKeep')}
        </button>
      )}
    </>
  );
}

/** Returns page templates in the customer's language, else in that of mails to customers, else in the reader's. */
function useOfferedWords(customerLanguage: string | null): (name: OfferedTemplate) => Promise<string> {
  const { text } = useTranslator();
  const ofMails = useCell(useInbox().mail)?.customerLanguage ?? '';
  const language = [customerLanguage ?? '', ofMails].find(isInboxLanguage);
  return async (name) => {
    const own = text(`template_${name}`);
    if (language === undefined) return own;
    return loadMessages(language).then(
      (messages) => String(messages[`template_${name}`]),
      () => own,
    );
  };
}
