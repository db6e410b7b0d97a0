import type { Catalogue } from '../../../client/src/commission-client.ts';
import { exactNumber, numbersIn } from '../../../page-kit/language/typed-number.ts';
import { maxCommissionFormBytes } from '../../../src/intake/submission/limits.ts';
import { isQueueName } from '../../../src/intake/submission/queue-name.ts';
import type { Draft } from '../draft/draft.ts';
import type { LaterTranslator } from '../language/translator-context.ts';
import { countCharacters } from '../rules/check-payload.ts';
import { type Asked, askedOf } from './answers.ts';
import { shownAnswers } from './shown-answers.ts';
import { isAgreed, termsTarget } from './terms-versions.ts';

/** A fault for which the page does not send the form. The service would take it (S21). */
export interface AskedIssue {
  /** Id of the control to go to. */
  readonly target: string;
  readonly label: string;
  readonly message: string;
  /** True without an entry. */
  readonly isMissing: boolean;
  /** Where in the form it is. */
  readonly section: 'questions' | 'terms';
}

/** The rest of the part `commission-form`: a proof, twenty agreements, an estimate, a name. */
const restBytes = 20 * 1024;
/** The most characters of an answer, as the service takes them. */
const mostCharacters = 20_000;

/** Returns missing and wrong answers, a type that is full, and terms that are not agreed to. */
export function issuesOf(catalogue: Catalogue, draft: Draft, translator: LaterTranslator): readonly AskedIssue[] {
  const asked = askedOf(catalogue, draft, translator.region);
  return [
    ...fullType(catalogue, draft, translator),
    ...asked.flatMap((one) => issueOf(one, translator)),
    ...tooLongTogether(asked, translator),
    ...queueAddress(catalogue, draft, translator),
    ...openTerms(catalogue, draft, translator),
  ];
}

/** Returns the draft without answers that would be refused, such as a number over the largest. */
export function withoutRefused(catalogue: Catalogue, draft: Draft, translator: LaterTranslator): Draft {
  const answers = shownAnswers(catalogue.questions ?? [], draft.answers);
  const refused = askedOf(catalogue, { ...draft, answers }, translator.region)
    .filter((asked) => asked.answer !== null && wrongText(asked, translator) !== null)
    .map(({ question }) => question.id);
  const kept = Object.entries(draft.answers).filter(([id]) => !refused.includes(id));
  return { ...draft, answers: Object.fromEntries(kept) };
}

function fullType({ types, opening, labels }: Catalogue, { typeId }: Draft, translator: LaterTranslator): AskedIssue[] {
  const index = types.findIndex(({ id }) => id === typeId);
  const isFull = opening?.types.some(({ id, state }) => id === typeId && state === 'closed');
  if (index === -1 || !isFull) return [];
  const label = labels.type === null ? translator.text('type') : translator.ofCatalogue(labels.type);
  const message = translator.text('typeMeanwhile');
  return [{ target: `typeId:${index}`, label, message, isMissing: false, section: 'questions' }];
}

function issueOf(asked: Asked, translator: LaterTranslator): AskedIssue[] {
  const isMissing = isBlank(asked);
  const message = isMissing ? missingText(asked, translator) : wrongText(asked, translator);
  if (message === null) return [];
  const label = translator.ofCatalogue(asked.question.label);
  return [{ target: asked.target, label, message, isMissing, section: 'questions' }];
}

/** At the longest answer: the service would refuse them all. */
function tooLongTogether(asked: readonly Asked[], translator: LaterTranslator): AskedIssue[] {
  const text = JSON.stringify(Object.fromEntries(asked.map(({ question, answer }) => [question.id, answer])));
  const mostBytes = maxCommissionFormBytes - restBytes;
  if (text.length <= mostBytes / 3) return [];
  const { length: bytes } = new TextEncoder().encode(text);
  const lengthOf = ({ answer }: Asked) => String(answer).length;
  const [longest] = [...asked].sort((one, other) => lengthOf(other) - lengthOf(one));
  if (longest === undefined || bytes <= mostBytes) return [];
  const characters = Math.ceil((bytes - mostBytes) * (text.length / bytes));
  const label = translator.ofCatalogue(longest.question.label);
  const message = translator.text('errorTogether', { characters });
  return [{ target: longest.target, label, message, isMissing: false, section: 'questions' }];
}

function isBlank({ entered, answer, question: { kind } }: Asked): boolean {
  if (answer !== null) return false;
  const isTyped = kind === 'number' || kind === 'link' || kind === 'date';
  return !isTyped || typeof entered !== 'string' || entered.trim() === '';
}

function missingText({ question }: Asked, { text }: LaterTranslator): string | null {
  if (!question.required) return null;
  return text(['choice', 'choices', 'yes-no'].includes(question.kind) ? 'errorChoose' : 'errorRequired');
}

function wrongText({ question, entered, answer }: Asked, translator: LaterTranslator): string | null {
  const { kind, max, multiplies } = question;
  const { text } = translator;
  switch (kind) {
    case 'number':
      if (typeof answer !== 'number') return unclearText(String(entered), translator);
      if (multiplies && answer < 0) return text('errorNumber');
      return max !== null && answer > max ? text('errorNumberMax', { max }) : null;
    case 'date':
      return answer === null ? text('errorDate') : null;
    case 'link':
      return answer === null ? text('errorLink', { example: 'example.org/cat' }) : null;
    case 'choices':
      return max !== null && Array.isArray(answer) && answer.length > max ? text('errorMost', { max }) : null;
    case 'text':
    case 'paragraph': {
      const most = Math.min(max ?? mostCharacters, mostCharacters);
      return countCharacters(String(entered)) > most ? text('errorTooLong', { max: most }) : null;
    }
    default:
      return null;
  }
}

function unclearText(entered: string, { text, region }: LaterTranslator): string {
  const [whole, fraction] = numbersIn(entered, region).map((one) => exactNumber(one, region, { useGrouping: false }));
  if (whole === undefined || fraction === undefined) return text('errorNumber');
  return text('errorNumberEither', { whole, fraction });
}

function queueAddress({ queue }: Catalogue, { queueName }: Draft, { text }: LaterTranslator): AskedIssue[] {
  if (queue?.asksName !== true || isQueueName(queueName)) return [];
  const message = text('errorQueueName');
  return [{ target: 'queueName', label: text('queueName'), message, isMissing: false, section: 'terms' }];
}

function openTerms({ terms = [] }: Catalogue, draft: Draft, translator: LaterTranslator): AskedIssue[] {
  return terms.flatMap((one, index) => {
    if (!one.required || isAgreed(one, draft)) return [];
    const label = translator.ofCatalogue(one.title);
    const message = translator.text('errorAgree');
    return [{ target: termsTarget(index), label, message, isMissing: true, section: 'terms' as const }];
  });
}
