import { customerTexts } from '../../../platform/language/customer-texts.ts';
import { fillText, textForCount } from '../../../platform/language/fill-text.ts';
import type { Language } from '../../../platform/language/languages.ts';
import type { Dispatch, DispatchedRequest } from '../../ledger/delivery.ts';
import { NotComposedError } from '../../ledger/sender.ts';
import { cut, oneLine } from '../../notices/cut.ts';
import { factLines, statusWords } from '../../notices/notice-words.ts';
import { dayIn, dueDayIn, estimateOf, factOf, factsIn, numberOf, orderOf, typeOf } from './mail-facts.ts';
import type { MailDraft } from './mail-templates.ts';
import type { Digest, DigestRequest } from './read-digest.ts';

const mostMessageCharacters = 2000;
const mostNameCharacters = 100;
/** Characters that turn the direction of the text after them. */
const turns = /[\u202a-\u202e\u2066-\u2069]/g;

const nameOf = ({ customerName }: DigestRequest) => cut(oneLine(customerName.replace(turns, '')), mostNameCharacters);

/** @param inboxUrl the origin of the inbox */
export function operatorDraft(
  dispatch: Dispatch,
  request: DispatchedRequest,
  { language, timeZone }: { readonly language: Language; readonly timeZone: string },
  inboxUrl: string,
): MailDraft {
  const words = customerTexts[language].mails;
  const link = `${inboxUrl}/requests/${request.id}`;
  const { status, statusText } = statusWords(dispatch, request, customerTexts[language].statusPage);
  const answers = factLines(request, language);
  const name = nameOf(request);
  const type = typeOf(request, language);
  const order = { type: orderOf(request, language), estimate: estimateOf(request, language) };
  const facts = {
    due: dueDayIn(language, request.dueOn),
    files: request.fileNames.length === 0 ? null : String(request.fileNames.length),
    from: `${name}\n${request.customerEmail}`,
    received: dayIn(language, request.createdAt, timeZone),
    number: numberOf(request),
  };
  const values = {
    number: facts.number,
    status,
    statusText,
    name: oneLine(request.customerName),
    email: request.customerEmail,
    files: String(request.fileNames.length),
    message: cut(request.message, mostMessageCharacters),
    answers: answers.map(([title, value]) => `${title} ${value}`).join('\n'),
    type: type ?? '',
    received: facts.received,
    due: facts.due ?? '',
    link,
  };
  const isNew = dispatch.type === 'request.created';
  const head = isNew ? fillText(words.newRequest, { name }) : `${status} · ${name}`;
  const dates = request.answers.filter(({ kind }) => kind === 'date');
  const others = request.answers.filter(({ kind }) => kind !== 'date');
  const factsOf = (some: DispatchedRequest['answers']) =>
    factLines({ ...request, answers: some }, language).map(([label, value]) => ({
      label,
      value,
      line: `${label} ${value}`,
    }));
  const asked = factsOf(others);
  return {
    template: isNew ? 'operator-created' : 'operator-status',
    values,
    content: {
      subject: type === null ? head : `${head} · ${type}`,
      preview: cut(oneLine(values.message), mostNameCharacters),
      paragraphs: [
        { facts: [...factsIn(language, order), ...(isNew ? factsOf(dates) : []), ...factsIn(language, facts)] },
        ...(isNew ? [{ quote: values.message }, ...(asked.length === 0 ? [] : [{ facts: asked }])] : []),
      ],
      link: { label: words.openRequest, url: link },
      footer: words.operatorFooter,
    },
  };
}

/** @param inboxUrl the origin of the inbox */
export function digestDraft({ count, requests }: Digest, language: Language, inboxUrl: string): MailDraft {
  const words = customerTexts[language].mails;
  // The requests were erased or became SPAM after the claim. The next claim cancels the digest.
  if (count === 0) throw new NotComposedError('all of its requests are gone');
  const listed = requests.map((request) => ({ name: nameOf(request), details: detailsOf(request, language) }));
  const more = count - requests.length;
  const last = more > 0 ? [fillText(words.digestMore, { count: String(more) })] : [];
  const lines = requests.map((request) => `${numberOf(request)}  ${nameOf(request)}`);
  const values = { count: String(count), requests: [...lines, ...last].join('\n'), link: `${inboxUrl}/` };
  const subject = textForCount(words.digestSubject, count, () => new Intl.PluralRules(language));
  return {
    template: 'operator-digest',
    values,
    content: {
      subject: fillText(subject, values),
      preview: listed.map(({ name }) => name).join(', '),
      paragraphs: [{ facts: listed.map(({ name, details }) => factOf(language, name, details)) }, ...last],
      link: { label: words.open, url: values.link },
      footer: words.operatorFooter,
    },
  };
}

/** Returns what was ordered, its sum and its number of files, and the request's number. */
function detailsOf(request: DigestRequest, language: Language): string {
  const { files } = customerTexts[language].mails;
  const count = request.fileNames.length;
  const facts = [
    estimateOf(request, language),
    dueDayIn(language, request.dueOn),
    count === 0 ? null : fillText(files, { count: String(count) }),
    numberOf(request),
  ];
  const order = orderOf(request, language);
  return [...(order ? [order] : []), facts.filter(Boolean).join(' · ')].join('\n');
}
