import { useMemo } from 'preact/hooks';
import type { CatalogueQuestion } from '../../../client/src/commission-client.ts';
import type { Answer } from '../../../src/intake/submission/asked-questions.ts';
import { CatalogueWords } from '../language/catalogue-words.tsx';
import { type LaterTranslator, useLaterTranslator } from '../language/translator-context.ts';
import { CheckboxGroup, RadioGroup } from '../parts/choices.tsx';
import { TypedAnswer } from './typed-answer.tsx';

interface QuestionProps {
  readonly question: CatalogueQuestion;
  /** Of its controls in the document. */
  readonly name: string;
  readonly entered: Answer;
  readonly error: string | undefined;
  /** The same function at each rendering. */
  onAnswer(id: string, answer: Answer): void;
  onLeave(name: string): void;
}

/** A question that is drawn anew only when something of it has changed: forty of them do not slow down typing. */
export function Question({ question, name, entered, error, onAnswer, onLeave }: QuestionProps) {
  const translator = useLaterTranslator();
  return useMemo(
    () => controlOf({ question, name, entered, error, onAnswer, onLeave }, translator),
    [question, name, entered, error, translator],
  );
}

function controlOf(props: QuestionProps, { text }: LaterTranslator) {
  const { question, name, entered, error, onAnswer, onLeave } = props;
  const { id, kind, label, required, max } = question;
  const group = {
    name,
    error,
    legend: <CatalogueWords text={label} />,
    isOptional: !required,
    entries: question.options.map((option) => ({ ...option, description: null })),
  };
  switch (kind) {
    case 'choice':
      return (
        <RadioGroup
          {...group}
          hint={hintOf(question, '')}
          none={null}
          chosen={typeof entered === 'string' ? entered : null}
          onChoose={(chosen) => onAnswer(id, chosen)}
        />
      );
    case 'yes-no':
      return (
        <RadioGroup
          {...group}
          hint={hintOf(question, '')}
          entries={(['yes', 'no'] as const).map((one) => ({ id: one, name: text(one), description: null }))}
          none={null}
          chosen={typeof entered === 'boolean' ? (entered ? 'yes' : 'no') : null}
          onChoose={(chosen) => onAnswer(id, chosen === null ? null : chosen === 'yes')}
        />
      );
    case 'choices':
      return (
        <CheckboxGroup
          {...group}
          hint={hintOf(question, max === null ? '' : text('chooseMost', { max }))}
          chosen={Array.isArray(entered) ? entered : []}
          onChoose={(chosen) => onAnswer(id, chosen)}
        />
      );
    default:
      return (
        <TypedAnswer
          question={question}
          name={name}
          value={typeof entered === 'string' || typeof entered === 'number' ? String(entered) : ''}
          error={error}
          onChange={(value) => onAnswer(id, value)}
          onBlur={() => onLeave(name)}
        />
      );
  }
}

function hintOf({ hint }: CatalogueQuestion, rule: string) {
  if (hint === null) return rule || undefined;
  return (
    <>
      <CatalogueWords text={hint} /> {rule}
    </>
  );
}
