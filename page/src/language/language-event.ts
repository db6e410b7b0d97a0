import type { Language } from './languages.ts';

/** Fired by the element when its language is chosen; bubbles and leaves the shadow tree. */
export const languageEvent = 'commission-language';

export interface LanguageDetail {
  readonly language: Language;
  readonly direction: 'ltr' | 'rtl';
  /** The form's heading in it: the catalogue's title, else its own. */
  readonly title: string;
}

declare global {
  interface DocumentEventMap {
    [languageEvent]: CustomEvent<LanguageDetail>;
  }
}
