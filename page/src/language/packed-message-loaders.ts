import { packs } from 'virtual:language-packs';
import type { Language } from '../../../src/platform/language/languages.ts';
import english from '../../../texts/customers/en.json';
import type { LaterMessages, Messages } from './message-keys.ts';

/** Set by the script of a language: its texts, in English's order. */
declare global {
  var commissionFormTexts: Partial<Record<string, readonly (readonly Messages[keyof Messages][])[]>> | undefined;
}

const loading = new Map<string, Promise<void>>();

/** The element's languages are scripts of the service's assets, which load on pages of other origins without CORS. */
export async function loadMessages(language: Exclude<Language, 'en'>, endpoint: string): Promise<Messages> {
  return textsOf<Messages>(english.page, language, endpoint, 0);
}

export async function loadLaterMessages(language: Language, endpoint: string): Promise<LaterMessages> {
  return language === 'en' ? english.pageLater : textsOf<LaterMessages>(english.pageLater, language, endpoint, 1);
}

async function textsOf<Texts extends object>(
  inEnglish: Texts,
  language: Exclude<Language, 'en'>,
  endpoint: string,
  index: number,
): Promise<Texts> {
  const address = new URL(packs[language] ?? '', endpoint).href;
  const script = loading.get(address) ?? loadScript(address);
  loading.set(address, script);
  await script.catch((error) => {
    loading.delete(address);
    throw error;
  });
  const texts = globalThis.commissionFormTexts?.[language]?.[index] ?? [];
  return Object.fromEntries(Object.entries(inEnglish).map(([key, text], at) => [key, texts[at] ?? text])) as Texts;
}

function loadScript(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(`${address} cannot be loaded`));
    document.head.append(script);
    script.remove();
  });
}
