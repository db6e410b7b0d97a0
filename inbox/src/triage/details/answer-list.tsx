import { answerText } from '../../../../src/intake/submission/answered-questions.ts';
import type { InboxRequest } from '../../api/shapes.ts';
import { useFormats } from '../../language/formats.ts';
import { shownName } from '../../language/shown-name.ts';
import { type IntakeTranslator, useIntakeWords } from '../../language/translator-context.ts';
import { ExactText } from '../../parts/exact-text.tsx';

/** The answers with the words of their questions at that time. */
export function AnswerList({ answers }: { readonly answers: readonly FormAnswer[] }) {
  const { text } = useIntakeWords();
  return (
    <dl class="told-list">
      {answers.map((answer) => (
        <div key={answer.id} class={answer.problem && 'told-doubtful'}>
          <dt>
            <Label answer={answer} />
          </dt>
          <dd>
            <AnswerValue answer={answer} />
            {answer.problem && <p class="hint">{text(`problem_${answer.problem}`)}</p>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Label({ answer: { id, label } }: { readonly answer: FormAnswer }) {
  const translator = useIntakeWords();
  return label === null ? <code>{shownName(id)}</code> : <bdi>{labelText(translator, label)}</bdi>;
}

function AnswerValue({ answer }: { readonly answer: FormAnswer }) {
  const translator = useIntakeWords();
  const { day } = useFormats();
  const { kind, value } = answer;
  const words = shownValues(translator, answer);
  if (Array.isArray(value) && words.length > 1) {
    return (
      <ul>
        {words.map((word, index) => (
          <li key={index}>
            <bdi>{word}</bdi>
          </li>
        ))}
      </ul>
    );
  }
  const [only = ''] = words;
  if (kind === 'date' && isDay(only)) return <time dateTime={only}>{day(only, Date.now())}</time>;
  return typeof value === 'string' ? <ExactText text={only} /> : <bdi>{only}</bdi>;
}

/** The most options of a question. A stranger's list may have 65,000. */
const mostItems = 500;

/** Returns the names of the chosen options, else the value as it was sent. */
function shownValues(translator: IntakeTranslator, { value, words }: FormAnswer): readonly string[] {
  const values = Array.isArray(value) ? value : [value];
  if (words.length === values.length) return words.map((word) => labelText(translator, word));
  if (values.length > mostItems) return [values.join(', ')];
  const { text, region: language } = translator;
  return values.map((one) => answerText(null, one, { language, yes: text('yes'), no: text('no') }));
}

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

type FormAnswer = NonNullable<InboxRequest['answers']>[number];
export type Agreement = NonNullable<InboxRequest['terms']>[number];
export type FormEstimate = NonNullable<InboxRequest['estimate']>;

/** A text of the studio by language. */
export type StudioText = Readonly<Record<string, string>>;

/** Returns the text in the reader's language, else in English, else in any that it has. */
export function labelText({ ofCatalogue }: IntakeTranslator, label: StudioText): string {
  const [first = ''] = Object.values(label);
  return shownName(ofCatalogue({ ...label, en: label.en ?? first }));
}
