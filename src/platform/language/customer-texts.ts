import ar from '../../../texts/customers/ar.json' with { type: 'json' };
import de from '../../../texts/customers/de.json' with { type: 'json' };
import en from '../../../texts/customers/en.json' with { type: 'json' };
import es from '../../../texts/customers/es.json' with { type: 'json' };
import fr from '../../../texts/customers/fr.json' with { type: 'json' };
import it from '../../../texts/customers/it.json' with { type: 'json' };
import ja from '../../../texts/customers/ja.json' with { type: 'json' };
import ko from '../../../texts/customers/ko.json' with { type: 'json' };
import pl from '../../../texts/customers/pl.json' with { type: 'json' };
import pt from '../../../texts/customers/pt.json' with { type: 'json' };
import zh from '../../../texts/customers/zh.json' with { type: 'json' };
import type { PluralMessage } from './fill-text.ts';
import type { Language } from './languages.ts';

/** Texts with the keys of these. A plural has the categories of its own language. */
type TextsLike<Texts> = Texts extends PluralMessage
  ? PluralMessage
  : { readonly [Key in keyof Texts]: Texts[Key] extends string | null ? Texts[Key] : TextsLike<Texts[Key]> };

type StatusPage = (typeof en)['statusPage'];

/** The words of the service's own pages, its mails and its notices in a chat. English defines the keys. */
export type CustomerTexts = TextsLike<Omit<typeof en, 'page' | 'pageLater' | 'statusPage'>> & {
  readonly statusPage: TextsLike<Omit<StatusPage, 'byOne'>> & {
    /** Some languages have one word for "I" and "we". */
    readonly byOne: { readonly [Status in keyof StatusPage['statuses']]?: Partial<StatusPage['statuses'][Status]> };
  };
};

/** Without the words of the page, which the service does not show: `scripts/bundle.mjs` leaves them out. */
export const customerTexts: Readonly<Record<Language, CustomerTexts>> = { en, de, es, fr, it, pl, pt, ar, ja, ko, zh };
