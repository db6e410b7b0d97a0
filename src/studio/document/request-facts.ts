import { isAnswered, missingAnswers } from '../../intake/submission/answered-questions.ts';
import { type Answer, type Answers, answerTo, askedQuestions } from '../../intake/submission/asked-questions.ts';
import type { StoredCommissionForm } from '../../intake/submission/commission-form.ts';
import { chosenOf, estimateOf } from '../../intake/submission/estimate.ts';
import type { ListedFacts, RequestAnswer, RequestChoices, RequestFacts } from './request-facts-shape.ts';
import type { Studio } from './studio.ts';
import { versionsOf } from './terms-version.ts';

/** What a studio offers, asks, requires and charges, and when its form is open. */
export type AskingStudio = Pick<
  Studio,
  'questions' | 'terms' | 'prices' | 'types' | 'extras' | 'customCards' | 'opening'
>;

/** The choices and details that a customer has sent. */
export interface ToldRequest {
  readonly createdAt: Date;
  readonly typeId: string | null;
  readonly optionId: string | null;
  readonly extraIds: readonly string[];
  /** Null when the form told nothing beside the payload. */
  readonly form: StoredCommissionForm | null;
}

/** With all that the customer has chosen. */
export interface ChosenRequest extends ToldRequest {
  readonly customCardId: string | null;
}

/** Returns the facts of a request for operators, by the studio that its customer saw. */
export function requestFactsOf(studio: AskingStudio, request: ChosenRequest): RequestFacts {
  const questions = studio.questions.filter(({ hidden }) => !hidden);
  const answers = answersOf(studio, request);
  const missing = missingAnswers(questions, request.typeId, request.form?.answers ?? {});
  return {
    ...choicesOf(studio, request),
    ...(answers.length > 0 && { answers }),
    ...(missing.length > 0 && { missing }),
    ...termsOf(studio, request),
    ...sumOf(studio, request),
  };
}

/** Returns what lists have of `requestFactsOf`. It needs no texts of the customer: `form` may be without long answers. */
export function listedFactsOf(studio: AskingStudio, request: ChosenRequest): ListedFacts {
  const { terms: _, ...terms } = termsOf(studio, request);
  return { ...choicesOf(studio, request), ...terms, ...sumOf(studio, request) };
}

/** Returns no names where the studio had none of what was chosen. */
function choicesOf(
  { types, extras, customCards }: AskingStudio,
  { typeId, optionId, extraIds, customCardId }: ChosenRequest,
): Pick<RequestFacts, 'chosen'> {
  const type = types.find(({ id }) => id === typeId);
  const chosen: RequestChoices = {
    type: type?.name ?? null,
    option: type?.options.find(({ id }) => id === optionId)?.name ?? null,
    customCard: customCards.find(({ id }) => id === customCardId)?.name ?? null,
    extras: chosenOf(extras, extraIds).map(({ id, name }) => ({ id, name })),
  };
  const isAny = chosen.type !== null || chosen.customCard !== null || chosen.extras.length > 0;
  return isAny ? { chosen } : {};
}

interface NamedExtra {
  readonly id: string;
  readonly name: string;
}

/** Returns extras with their English names as the customer saw them. */
export function extrasAsShown<Extra extends NamedExtra>(
  extras: readonly Extra[],
  chosen: RequestChoices | undefined,
): Extra[] {
  return extras.map((extra) => ({
    ...extra,
    name: chosen?.extras.find(({ id }) => id === extra.id)?.name.en ?? extra.name,
  }));
}

/** Returns the answers in the order of the questions. Those to questions that the studio never had come last. */
export function answersOf({ questions }: AskingStudio, { typeId, form }: ToldRequest): readonly RequestAnswer[] {
  const answers: Answers = form?.answers ?? {};
  const offered = questions.filter(({ hidden }) => !hidden);
  const asked = new Set(askedQuestions(offered, typeId, answers).map(({ id }) => id));
  const known = questions.flatMap((question): RequestAnswer[] => {
    const value = answerTo(answers, question.id);
    if (isEmpty(value)) return [];
    const { id, label, kind, options } = question;
    const chosen = new Set<Answer>([value].flat());
    const words = options.filter((option) => chosen.has(option.id)).map(({ name }) => name);
    if (!isAnswered(question, value)) return [{ id, label, kind, value, words, problem: 'wrong-kind' }];
    return [{ id, label, kind, value, words, ...(!asked.has(id) && { problem: 'not-asked' }) }];
  });
  const unknown = Object.entries(answers).flatMap(([id, value]): RequestAnswer[] => {
    if (isEmpty(value) || questions.some((question) => question.id === id)) return [];
    return [{ id, label: null, kind: null, value, words: [], problem: 'unknown-question' }];
  });
  return [...known, ...unknown];
}

function isEmpty(value: Answer): value is null {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

function termsOf(
  { terms }: AskingStudio,
  { createdAt, form }: ToldRequest,
): Pick<RequestFacts, 'terms' | 'termsState'> {
  const agreed = (form?.terms ?? []).map(({ id, sha256, language }) => {
    const version = terms.find((one) => one.id === id && Object.values(versionsOf(one.text)).includes(sha256));
    return { id, sha256, language, at: createdAt, title: version?.title ?? null };
  });
  const isComplete = terms.every(
    ({ id, required }) => !required || agreed.some((one) => one.id === id && one.title !== null),
  );
  const recorded = isComplete ? 'agreed' : 'incomplete';
  return {
    ...(agreed.length > 0 && { terms: agreed }),
    ...(terms.length > 0 && { termsState: form?.terms === undefined ? 'not-recorded' : recorded }),
  };
}

function sumOf(studio: AskingStudio, { form, ...request }: ToldRequest): Pick<RequestFacts, 'estimate'> {
  const shown = form?.estimate;
  const estimate = studio.prices && estimateOf(studio, { ...request, answers: form?.answers ?? {} });
  const own = estimate?.total ?? null;
  const currency = studio.prices?.currency ?? shown?.currency;
  if (currency === undefined || (own === null && shown === undefined)) return {};
  const isOther = shown !== undefined && shown.currency !== currency;
  return {
    estimate: {
      shown: shown?.amount ?? null,
      own,
      currency,
      ...(isOther && { shownCurrency: shown.currency }),
      differs: isOther || (shown !== undefined && shown.amount !== own),
    },
  };
}
