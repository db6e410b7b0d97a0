import { useState } from 'preact/hooks';
import { arrivals, type Lateness } from '../../../../src/requests/facets/arrivals.ts';
import type { Question } from '../../api/shapes.ts';
import { useCell, usePart } from '../../cells/cell.ts';
import { shownName } from '../../language/shown-name.ts';
import { useIntakeWords } from '../../language/translator-context.ts';
import { useInbox } from '../../model/inbox-context.ts';
import type { ChosenAnswers } from '../../model/list-view.ts';
import { Choice } from '../../parts/choice.tsx';
import { type ActiveFilter, FilterChips, type FiltersProps, useActiveFilters } from '../../parts/filter-chips.tsx';

/** The filters by lateness and by answers, where the studio has an opening or questions. */
export function DetailFilters(props: FiltersProps) {
  const isOpeningSet = usePart(useInbox().opening.report, (report) => report !== null);
  const questions = useQuestions().filter(({ kind }) => filteredKinds.has(kind));
  return (
    <>
      {(isOpeningSet || props.view.arrivals.length > 0) && <ArrivalChoice {...props} />}
      {questions.length > 0 && <AnswerChoices questions={questions} {...props} />}
    </>
  );
}

/** The chips of all filters of the view. */
export function DetailChips({ view, onShow }: FiltersProps) {
  const { text } = useIntakeWords();
  const answerText = useAnswerText();
  const plain = useActiveFilters(view);
  const ofArrivals = view.arrivals.map((arrival) => ({
    name: text(`arrival_${arrival}`),
    without: { arrivals: view.arrivals.filter((one) => one !== arrival) },
  }));
  const ofAnswers = Object.entries(view.answers).flatMap(([question, answers]) =>
    answers.map((answer): ActiveFilter => {
      const others = answers.filter((one) => one !== answer);
      return {
        id: `${question} ${answer}`,
        name: answerText(question, answer),
        without: { answers: withAnswers(view.answers, question, others) },
      };
    }),
  );
  return <FilterChips filters={[...plain, ...ofArrivals, ...ofAnswers]} onShow={onShow} />;
}

function ArrivalChoice({ view, onShow }: FiltersProps) {
  const { text } = useIntakeWords();
  return (
    <Choice
      name={text('arrival')}
      any={text('arrivalAny')}
      value={view.arrivals[0] ?? ''}
      options={arrivals.map((arrival) => ({ value: arrival, name: text(`arrival_${arrival}`) }))}
      onChoose={(arrival) => onShow({ arrivals: arrival === '' ? [] : [arrival as Lateness] })}
    />
  );
}

interface AnswerChoicesProps extends FiltersProps {
  readonly questions: readonly Question[];
}

/** Folded: a form may have forty questions. */
function AnswerChoices({ questions, view: { answers }, onShow }: AnswerChoicesProps) {
  const { text } = useIntakeWords();
  const choicesOf = useChoices();
  const name = useLabel();
  const [isOpen] = useState(Object.keys(answers).length > 0);
  return (
    <details class="answer-filters" open={isOpen}>
      <summary>{text('answers')}</summary>
      {questions.map((question) => (
        <Choice
          key={question.id}
          name={name(question.label)}
          any={text('answerAny')}
          value={answers[question.id]?.[0] ?? ''}
          options={choicesOf(question)}
          onChoose={(answer) => onShow({ answers: withAnswers(answers, question.id, answer === '' ? [] : [answer]) })}
        />
      ))}
    </details>
  );
}

const filteredKinds: ReadonlySet<Question['kind']> = new Set(['choice', 'choices', 'yes-no']);

function useQuestions(): readonly Question[] {
  return useCell(useInbox().catalogue)?.questions ?? [];
}

/** Returns a function that gives a text of the studio in the reader's language. */
function useLabel(): (label: Question['label']) => string {
  const { ofCatalogue } = useIntakeWords();
  return (label) => shownName(ofCatalogue(label as { en: string }));
}

function useChoices(): (question: Question) => readonly { readonly value: string; readonly name: string }[] {
  const { text } = useIntakeWords();
  const label = useLabel();
  return ({ kind, options }) =>
    kind === 'yes-no'
      ? [
          { value: 'true', name: text('yes') },
          { value: 'false', name: text('no') },
        ]
      : options.map(({ id, name }) => ({ value: id, name: label(name) }));
}

/** Returns a function that names an answer. A question that the studio no longer asks is named by its id. */
function useAnswerText(): (questionId: string, answer: string) => string {
  const { text } = useIntakeWords();
  const questions = useQuestions();
  const choicesOf = useChoices();
  const label = useLabel();
  return (questionId, answer) => {
    const question = questions.find(({ id }) => id === questionId);
    const chosen = question && choicesOf(question).find(({ value }) => value === answer);
    return text('answerChosen', {
      question: question ? label(question.label) : shownName(questionId),
      answer: chosen?.name ?? shownName(answer),
    });
  };
}

function withAnswers(all: ChosenAnswers, question: string, answers: readonly string[]): ChosenAnswers {
  const { [question]: _, ...others } = all;
  return answers.length === 0 ? others : { ...others, [question]: answers };
}
