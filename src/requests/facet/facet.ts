import type { ClientBase, Pool } from 'pg';
import type { z } from 'zod';
import type { Language } from '../../platform/language/languages.ts';
import type { Shape } from '../../platform/shapes/shape.ts';
import type { AskingStudio } from '../../studio/revisions/studio-history.ts';
import type { StoredRequest } from './stored-request.ts';

/** The facts that a facet with this shape gives. */
export type FactsOf<Keys extends z.ZodRawShape> = Shape<z.ZodObject<Keys>>;

/** As in JSON: a `Date` is a text. */
export type Exported<T> = T extends Date
  ? string
  : T extends readonly (infer Item)[]
    ? readonly Exported<Item>[]
    : T extends object
      ? { readonly [Key in keyof T]: Exported<T[Key]> }
      : T;

/** A line for people. It is left out when its value is empty. */
export type Line = readonly [title: string, value: string | null];

/** The reader of a mail, with the words for an answer to a question of that kind. */
export interface MailReader {
  readonly language: Language;
  readonly yes: string;
  readonly no: string;
}

/** A request that `find` reads more of. */
export interface FoundRequest {
  readonly id: string;
  readonly files: readonly unknown[];
}

export type Queries = Pick<Pool | ClientBase, 'query'>;

/**
 * One fact of a request, or a few that belong together.
 *
 * @typeParam Row the values of `columns`
 * @typeParam Facts the facts for every reader
 * @typeParam Details facts that a customer can make long: only for the reader of one request, and for exports
 */
export interface Facet<Row extends object, Facts extends object, Details extends object = object> {
  /** The keys of the operators' API. */
  readonly shape: { readonly [Key in keyof Facts]-?: z.ZodType };
  readonly details?: { readonly [Key in keyof Details]-?: z.ZodType };
  /** SQL expressions for a query on `submitted_commission_requests r`. */
  readonly columns: { readonly [Name in keyof Row]: string };
  /** @param studio as the customer saw it, or null when nothing was published at that time */
  factsOf(row: StoredRequest & Row, studio: AskingStudio | null): Facts;
  detailsOf?(row: StoredRequest & Row, studio: AskingStudio | null): Details;
  /** Reads details by a query of its own, when one request is read. */
  find?(database: Queries, request: FoundRequest): Promise<Details>;
  /** In English, for commands. */
  lines?(request: Facts & Details): readonly Line[];
  /** Lines that may be long. They come last. */
  longLines?(request: Facts & Details): readonly Line[];
  /** The cells of CSV by their columns, in English. */
  readonly cells?: Readonly<Record<string, (request: Exported<Facts & Details>) => string>>;
  /** The facts for webhooks and mails, by the names that owners choose from. */
  readonly sent?: Readonly<Record<string, (row: StoredRequest & Row, studio: AskingStudio | null) => unknown>>;
  /** More facts for mails. No receiver of a webhook chooses from them. */
  readonly mailed?: Readonly<Record<string, (row: StoredRequest & Row, studio: AskingStudio | null) => unknown>>;
  /** Lines of the mails to operators, from the facts in `sent`. */
  mailLines?(sent: never, reader: MailReader): readonly Line[];
  /** Texts that a search finds. */
  searched?(row: StoredRequest & Row, studio: AskingStudio | null): readonly string[];
  /**
   * Columns for the status page and for mails to the customer. They must not repeat text that a customer typed, because
   * the address may be somebody else's (O27, O30).
   */
  readonly customer?: Readonly<Record<string, string>>;
  /** Tables with rows of the request beside its own. An erasure removes them by their foreign key. */
  readonly tables?: readonly string[];
}

/** Returns the English words of the studio, else those of another language. Undefined without any. */
export function englishText(texts: Readonly<Record<string, string>> | null): string | undefined {
  return texts?.en ?? Object.values(texts ?? {})[0];
}

/** Returns a line for each text. Names may contain commas and semicolons. Line ends in them become blanks. */
export function lineForEach(texts: readonly string[]): string {
  return texts.map((one) => one.replaceAll(/[\r\n\v\f\u0085\u2028\u2029]+/g, ' ')).join('\n');
}
