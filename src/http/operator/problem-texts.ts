import type { Language } from '../../platform/language/languages.ts';

export interface ProblemTexts {
  readonly product: string;
  readonly toInbox: string;
  /** The titles of the problems that a page can show, by name. */
  readonly titles: Readonly<Record<string, string>>;
}

/** The texts in the languages of the inbox. English texts come from the problems themselves. */
export const problemTexts: Readonly<Partial<Record<Language, ProblemTexts>>> = {
  de: {
    product: 'Aufträge',
    toInbox: 'Zum Eingang',
    titles: {
      'not-found': 'Seite nicht gefunden',
      forbidden: 'Ihre Rolle erlaubt das nicht',
      unavailable: 'Die Datenbank antwortet nicht',
      busy: 'Zu viel auf einmal',
      'provider-unavailable': 'Der Anmeldedienst antwortet nicht',
      internal: 'Interner Fehler',
    },
  },
  es: {
    product: 'Encargos',
    toInbox: 'A la bandeja',
    titles: {
      'not-found': 'Página no encontrada',
      forbidden: 'Su función no lo permite',
      unavailable: 'La base de datos no responde',
      busy: 'Demasiado a la vez',
      'provider-unavailable': 'El proveedor de inicio de sesión no responde',
      internal: 'Fallo interno',
    },
  },
  ja: {
    product: 'ご依頼',
    toInbox: '受信箱へ',
    titles: {
      'not-found': 'ページが見つかりません',
      forbidden: 'あなたの権限では許可されていません',
      unavailable: 'データベースが応答しません',
      busy: 'ただいま混み合っています',
      'provider-unavailable': 'ログインの提供元が応答しません',
      internal: '内部エラー',
    },
  },
};
