import type { InboxRequest } from '../api/shapes.ts';
import { useTranslator } from '../language/translator-context.ts';
import { LengthFault, limitedField, type useLengthLimit } from '../parts/length-limit.tsx';
import { pressWhileWriting } from '../parts/writing-field.ts';
import { type TemplateValues, withTemplate } from './template-text.ts';
import { useTemplates } from './use-templates.ts';

interface SheetWordsProps {
  readonly request: InboxRequest;
  readonly values: TemplateValues;
  readonly words: string;
  readonly limit: ReturnType<typeof useLengthLimit>;
  onWords(words: string): void;
}

/** The words to the customer, and templates to begin with. */
export function SheetWords({ request, values, words, limit, onWords }: SheetWordsProps) {
  const { text } = useTranslator();
  const templates = useTemplates(request.language);

  async function begin(index: number): Promise<void> {
    const chosen = await templates[index]?.words(values);
    if (chosen !== undefined) onWords(withTemplate(words, chosen));
  }

  return (
    <>
      <textarea
        autofocus
        aria-label={text('sheetWords')}
        {...limitedField(limit)}
        placeholder={text('sheetWords')}
        rows={6}
        dir="auto"
        value={words}
        onInput={({ currentTarget }) => onWords(currentTarget.value)}
        onKeyDown={pressWhileWriting}
      />
      <LengthFault limit={limit} />
      <select
        aria-label={text('templates')}
        value=""
        onChange={({ currentTarget }) => {
          void begin(Number(currentTarget.value));
          currentTarget.value = '';
        }}
      >
        <option value="" disabled selected>
          {text('templates')}
        </option>
        {templates.map(({ title }, index) => (
          <option key={index} value={index}>
            {title}
          </option>
        ))}
      </select>
    </>
  );
}
