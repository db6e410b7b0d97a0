import { useRef } from 'preact/hooks';
import type { Catalogue } from '../../../client/src/commission-client.ts';
import type { DraftState } from '../draft/use-draft.ts';
import { useLaterTranslator } from '../language/translator-context.ts';
import { Heading } from '../parts/heading.tsx';
import { askedOf, nameOf } from './answers.ts';
import { Question } from './question.tsx';

export interface AskedPartProps {
  readonly catalogue: Catalogue;
  readonly form: DraftState;
  /** Returns the error to show at this control. */
  errorOf(target: string): string | undefined;
  /** Called when a control was changed or left. */
  onLeave(target: string): void;
}

/** The studio's questions, one below the other. */
export function Questions({ catalogue, form, errorOf, onLeave }: AskedPartProps) {
  const { text, region } = useLaterTranslator();
  const latestLeave = useRef(onLeave);
  latestLeave.current = onLeave;
  const answer = useRef(form.answer).current;
  const leave = useRef((target: string) => latestLeave.current(target)).current;
  const asked = askedOf(catalogue, form.draft, region);
  if (asked.length === 0) return null;
  return (
    <section class="panel questions" part="panel" aria-labelledby="questions">
      <Heading id="questions" depth={1}>
        {text('sectionQuestions')}
      </Heading>
      {asked.map(({ question, target, entered }) => (
        <Question
          key={question.id}
          question={question}
          name={nameOf((catalogue.questions ?? []).indexOf(question))}
          entered={entered}
          error={errorOf(target)}
          onAnswer={answer}
          onLeave={leave}
        />
      ))}
    </section>
  );
}
