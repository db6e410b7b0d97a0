import type { Language } from '../../../src/platform/language/languages.ts';

/** Subject and greeting of a mail to a customer. */
export interface MailWords {
  subject(number: string): string;
  greeting(name: string): string;
}

/** The words in every language of the customers' page, which has more languages than the inbox. */
const mailWords: Readonly<Record<Language, MailWords>> = {
  en: { subject: (number) => `Your commission request ${number}`, greeting: (name) => `Hello ${name},` },
  de: { subject: (number) => `Ihre Auftragsanfrage ${number}`, greeting: (name) => `Guten Tag ${name},` },
  es: { subject: (number) => `Su solicitud de encargo ${number}`, greeting: (name) => `Hola, ${name}:` },
  fr: { subject: (number) => `Votre demande de commande ${number}`, greeting: (name) => `Bonjour ${name},` },
  it: { subject: (number) => `La tua richiesta ${number}`, greeting: (name) => `Buongiorno ${name},` },
  pl: { subject: (number) => `Twoje zapytanie ${number}`, greeting: (name) => `Dzień dobry ${name},` },
  pt: { subject: (number) => `Seu pedido ${number}`, greeting: (name) => `Olá ${name},` },
  ar: { subject: (number) => `طلبك ${number}`, greeting: (name) => `مرحبًا ${name}،` },
  ja: { subject: (number) => `ご依頼 ${number} について`, greeting: (name) => `${name} 様` },
  ko: { subject: (number) => `의뢰 ${number}에 대하여`, greeting: (name) => `${name} 님, 안녕하세요.` },
  zh: { subject: (number) => `关于您的委托 ${number}`, greeting: (name) => `${name}，您好：` },
};

/** Returns the words of the first available language, else English. */
export function mailWordsOf(wanted: readonly (string | null | undefined)[]): MailWords {
  const language = wanted.find((tag): tag is Language => typeof tag === 'string' && Object.hasOwn(mailWords, tag));
  return mailWords[language ?? 'en'];
}
