import type { Language } from './languages.ts';

/** Event of the element when its language is set. It bubbles and is composed. */
export const languageEvent = 'commission-language';

export interface LanguageDetail {
  readonly language: Language;
  readonly direction: 'ltr' | 'rtl';
  /** The form's title in this language: the catalogue's, else the form's own. */
  readonly title: string;
}

declare global {
  interface DocumentEventMap {
    [languageEvent]: CustomEvent<LanguageDetail>;
  }
}
