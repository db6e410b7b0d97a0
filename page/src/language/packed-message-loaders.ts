import { packs } from 'virtual:language-packs';
import type { Language } from '../../../src/platform/language/languages.ts';
import english from '../../../texts/customers/en.json';
import type { Messages } from './message-keys.ts';

/** What the script of a language leaves here: its texts, in English's order. */
declare global {
  var commissionFormTexts: Partial<Record<string, readonly Messages[keyof Messages][]>> | undefined;
}

const loading = new Map<string, Promise<void>>();

/** The element's languages are scripts of the service's assets, which load on pages of other origins without CORS. */
export async function loadMessages(language: Exclude<Language, 'en'>, endpoint: string): Promise<Messages> {
  const address = new URL(packs[language] ?? '', endpoint).href;
  const script = loading.get(address) ?? loadScript(address);
  loading.set(address, script);
  await script.catch((error) => {
    loading.delete(address);
    throw error;
  });
  const texts = globalThis.commissionFormTexts?.[language] ?? [];
  return Object.fromEntries(
    Object.entries<Messages[keyof Messages]>(english.page).map(([key, text], at) => [key, texts[at] ?? text]),
  ) as Messages;
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
