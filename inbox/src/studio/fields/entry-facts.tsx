import { Image } from 'lucide';
import { Icon } from '../../../../page-kit/icon.tsx';
import { useFormats } from '../../language/formats.ts';
import { useFormWords } from '../../language/translator-context.ts';
import type { Entry, Studio } from '../draft/draft-shapes.ts';
import type { FactsProps } from '../draft/field-specs.ts';
import { type Localized, shownIn } from '../draft/localized.ts';
import { leastPriceOf } from '../draft/shown-price.ts';
import { pictureUrl } from './studio-picture.ts';
import { withParts } from './with-parts.ts';

type Type = Studio['types'][number];
type Extra = Studio['extras'][number];
type Question = Studio['questions'][number];

/** The first example of a type, which is on its card. */
export function TypeThumb({ entry }: { readonly entry: Entry }) {
  const [first] = (entry as unknown as Type).pictures;
  if (first) return <img class="form-thumb" src={pictureUrl(first.sha256)} alt="" loading="lazy" />;
  return (
    <span class="form-thumb">
      <Icon of={Image} />
    </span>
  );
}

/** The options and the price of a type, or the price of an option or an extra. */
export function OfferFacts({ entry, language, prices }: FactsProps) {
  const { region, text } = useFormWords();
  const { money } = useFormats();
  const { options = [], percent, ...offer } = entry as unknown as Partial<Type & Extra> & Pick<Type, 'price'>;
  const names = options.filter(({ hidden }) => !hidden).map(({ name }) => shownIn(name, language));
  const least = leastPriceOf({ ...offer, options });
  const price = least && prices && money({ amount: least.amount, currency: prices.currency });
  const about = [shownIn(least?.per ?? null, language), names.join(', ')].filter((words) => words !== '');
  return (
    <>
      {about.length > 0 && <span class="form-about">{about.join(' · ')}</span>}
      {price && <span class="form-worth">{least.from ? text('fromPrice', { price }) : price}</span>}
      {percent && <span class="form-worth">{percentText(region, percent)}</span>}
    </>
  );
}

/** The kind of a question, and when it is asked. */
export function QuestionFacts({ entry, language, questions }: FactsProps) {
  const { text } = useFormWords();
  const { kind, required, when } = entry as unknown as Question;
  return (
    <span class="form-about">
      {[text(`kind_${kind}`), required && text('answerRequired')].filter(Boolean).join(' · ')}
      {when && (
        <>
          {' · '}
          <ConditionSentence when={when} language={language} questions={questions} />
        </>
      )}
    </span>
  );
}

interface ConditionProps extends Pick<FactsProps, 'language' | 'questions'> {
  readonly when: NonNullable<Question['when']>;
}

function ConditionSentence({ when: { question, is }, language, questions }: ConditionProps) {
  const { text } = useFormWords();
  const asked = questions.find(({ id }) => id === question);
  const option = asked?.options.find(({ id }) => id === is);
  const answer = typeof is === 'boolean' ? text(is ? 'yes' : 'no') : nameIn(option?.name, language);
  return withParts((values) => text('shownOnlyIf', values), {
    question: <b key="question">{nameIn(asked?.label, language)}</b>,
    answer: <b key="answer">{answer}</b>,
  });
}

const nameIn = (name: Localized | undefined, language: string): string => shownIn(name ?? null, language) || '?';

export function TermsFacts({ entry }: FactsProps) {
  const { text } = useFormWords();
  return <span class="form-about">{text(entry.required === true ? 'agreementRequired' : 'agreementFree')}</span>;
}

export const percentText = (region: string, percent: number): string =>
  new Intl.NumberFormat(region, { style: 'percent', signDisplay: 'always' }).format(percent / 100);
