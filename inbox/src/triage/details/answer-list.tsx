import { Fragment } from 'preact';
import { answerText } from '../../../../src/intake/submission/answered-questions.ts';
import type { InboxRequest } from '../../api/shapes.ts';
import { useFormats } from '../../language/formats.ts';
import { shownName } from '../../language/shown-name.ts';
import { type IntakeTranslator, useIntakeWords } from '../../language/translator-context.ts';
import { isDay } from '../../model/wished-day.ts';
import { ExactText } from '../../parts/exact-text.tsx';
import { labelText } from './label-text.ts';

/** The answers with the words of their questions at that time. */
export function AnswerList({ answers }: { readonly answers: readonly FormAnswer[] }) {
  const { text } = useIntakeWords();
  return (
    <dl class="details-list">
      {answers.map((answer) => (
        <div key={answer.id} class={classOf(answer)}>
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

/** More would be a tall column of a few words in each line. */
const mostCharactersInColumn = 120;

function classOf({ problem, value }: FormAnswer): string {
  const isWide = typeof value === 'string' && value.length > mostCharactersInColumn;
  return `${problem ? 'details-doubtful' : ''} ${isWide ? 'details-wide' : ''}`;
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
      <>
        {words.map((word, index) => (
          <Fragment key={index}>
            {index > 0 && ', '}
            <bdi>{word}</bdi>
          </Fragment>
        ))}
      </>
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

type FormAnswer = NonNullable<InboxRequest['answers']>[number];
