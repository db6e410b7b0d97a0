import type { Message } from '../../src/platform/language/fill-text.ts';

type Texts = Readonly<Record<string, Message>>;

/** Texts in groups, as a file has them. */
export interface GroupedTexts {
  readonly [key: string]: Message | GroupedTexts | null;
}

/** Returns the texts by the path of their key, such as `page.title`. A null has no text. */
export function flatTexts(grouped: GroupedTexts, path = ''): Texts {
  const entries = Object.entries(grouped).flatMap(([key, value]): [string, Message][] => {
    if (value === null) return [];
    return isMessage(value) ? [[path + key, value]] : Object.entries(flatTexts(value, `${path}${key}.`));
  });
  return Object.fromEntries(entries);
}

const isMessage = (value: Message | GroupedTexts): value is Message => typeof value === 'string' || 'other' in value;

export const textsOf = (message: Message) => (typeof message === 'string' ? [message] : Object.values(message));

const placeholdersOf = (message: Message) =>
  new Set(textsOf(message).flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name))));

/** A half-width punctuation mark or bracket after a Chinese or Japanese letter. */
const halfWidthMark = /[\u3040-\u30ff\u4e00-\u9fff] ?[,;:?!.()]/;

/** Characters that no text in the language may have. */
const wrongPunctuation: Readonly<Record<string, RegExp>> = {
  // French keeps its colon, semicolon, question and exclamation mark beside the word before.
  fr: /[^\u00a0\u202f][:;?!]/,
  ja: halfWidthMark,
  zh: halfWidthMark,
  // Arabic has its own comma, semicolon and question mark.
  ar: /[,;?]/,
};

/** Returns each fault of a translation beside English, a line each. */
export function messageFaults(language: string, texts: Texts, english: Texts): string[] {
  const keys = Object.keys(english);
  const given = Object.keys(texts);
  const missing = keys.filter((key) => !Object.hasOwn(texts, key)).map((key) => `${key}: is missing`);
  const faults = given.flatMap((key) => {
    const message = texts[key] ?? '';
    const model = english[key];
    const found = model === undefined ? ['is not in English'] : [...placeholderFaults(message, model)];
    return [...found, ...textFaults(language, message)].map((fault) => `${key}: ${fault}`);
  });
  const moved = given.find((key, at) => keys[at] !== key);
  const order =
    missing.length + faults.length > 0 || moved === undefined ? [] : [`${moved}: is not where English has it`];
  return [...missing, ...faults, ...order];
}

function placeholderFaults(message: Message, english: Message): string[] {
  const named = placeholdersOf(english);
  const found = placeholdersOf(message);
  return [
    ...[...named].filter((name) => !found.has(name)).map((name) => `lacks {${name}}`),
    ...[...found].filter((name) => !named.has(name)).map((name) => `has {${name}}, which English has not`),
  ];
}

function textFaults(language: string, message: Message): string[] {
  const wrong = wrongPunctuation[language];
  return [
    ...textsOf(message)
      .filter((text) => text.trim() === '')
      .map(() => 'is empty'),
    ...textsOf(message)
      .filter((text) => wrong?.test(text))
      .map((text) => `has the punctuation of English: ${text}`),
    ...pluralFaults(language, message),
  ];
}

function pluralFaults(language: string, message: Message): string[] {
  if (typeof message === 'string') return [];
  const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories.sort().join(', ');
  const given = Object.keys(message).sort().join(', ');
  return given === needed ? [] : [`has the plurals ${given} instead of ${needed}`];
}
