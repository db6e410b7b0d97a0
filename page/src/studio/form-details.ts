import type { Catalogue, CommissionForm } from '../../../client/src/commission-client.ts';
import { answerText } from '../../../src/intake/submission/answered-questions.ts';
import type { Answer } from '../../../src/intake/submission/asked-questions.ts';
import type { Draft } from '../draft/draft.ts';
import type { LaterTranslator } from '../language/translator-context.ts';
import { type Asked, askedOf } from './answers.ts';
import { draftEstimate, shownEstimate } from './shown-estimate.ts';
import { agreedVersion } from './terms-versions.ts';

type Details = Pick<CommissionForm, 'answers' | 'terms' | 'estimate' | 'queueName'>;

/** Returns the details of a draft for the part `commission-form`: only those that the customer saw. */
export function detailsOf(catalogue: Catalogue, draft: Draft, region: string): Details {
  const answered = answeredOf(catalogue, draft, region);
  const terms = (catalogue.terms ?? []).flatMap((one) => {
    const version = agreedVersion(one, draft);
    return version === null ? [] : [{ id: one.id, ...version }];
  });
  const estimate = draftEstimate(catalogue, draft, region);
  const queueName = catalogue.queue?.asksName ? draft.queueName.trim() : '';
  return {
    ...(answered.length > 0 && {
      answers: Object.fromEntries(answered.map(({ question, answer }) => [question.id, answer])),
    }),
    ...(terms.length > 0 && { terms }),
    ...(estimate && catalogue.prices && { estimate: { amount: estimate.total, currency: catalogue.prices.currency } }),
    ...(queueName !== '' && { queueName }),
  };
}

/** A line of the receipt. */
interface DetailLine {
  readonly name: string;
  readonly value: string;
}

/** Returns the details in the reader's words, for the receipt. */
export function detailLines(catalogue: Catalogue, draft: Draft, translator: LaterTranslator): readonly DetailLine[] {
  const { text, ofCatalogue, region } = translator;
  const agreed = (catalogue.terms ?? []).filter((one) => agreedVersion(one, draft) !== null);
  const estimate = shownEstimate(catalogue, draft, translator);
  const queueName = detailsOf(catalogue, draft, region).queueName ?? '';
  return [
    ...answeredOf(catalogue, draft, region).map((one) => ({
      name: ofCatalogue(one.question.label),
      value: wordsOf(one, translator),
    })),
    ...(queueName === '' ? [] : [{ name: text('queueName'), value: queueName }]),
    ...(estimate === null ? [] : [{ name: text('estimate'), value: estimate.total }]),
    ...(agreed.length === 0
      ? []
      : [{ name: text('agreed'), value: agreed.map(({ title }) => ofCatalogue(title)).join(' · ') }]),
  ];
}

function answeredOf(catalogue: Catalogue, draft: Draft, region: string): readonly Asked[] {
  return askedOf(catalogue, draft, region).filter(({ answer }) => answer !== null);
}

function wordsOf({ question, answer }: Asked, translator: LaterTranslator): string {
  const optionName = (id: Answer) => {
    const option = question.options.find((one) => one.id === id);
    return option === undefined ? String(id) : translator.ofCatalogue(option.name);
  };
  if (Array.isArray(answer)) return translator.list(answer.map(optionName));
  if (question.kind === 'choice') return optionName(answer);
  const { text, region: language } = translator;
  return answerText(question.kind, answer ?? '', { language, yes: text('yes'), no: text('no') });
}
