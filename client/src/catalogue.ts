import type { CatalogueText } from './catalogue-text.ts';
import type { Opening } from './opening.ts';

export type { CatalogueText } from './catalogue-text.ts';

export interface CatalogueEntry {
  readonly id: string;
  readonly name: CatalogueText;
  readonly description: CatalogueText | null;
  /** Of types, options and extras. */
  readonly price?: CataloguePrice;
}

export interface CatalogueExtra extends CatalogueEntry {
  /** What it adds to the price of type and option. */
  readonly percent?: number;
}

export interface CommissionType extends CatalogueEntry {
  readonly options: readonly CatalogueEntry[];
  /** Examples. */
  readonly pictures?: readonly CataloguePicture[];
}

export interface CataloguePrice {
  /** In minor units of `prices.currency`: cents of euros. */
  readonly amount: number;
  /** The amount is the least that it costs. */
  readonly from: boolean;
  /** What the price is for, such as "per figure". */
  readonly per: CatalogueText | null;
}

/** Addresses are relative to the service's public path. */
export interface CataloguePicture {
  readonly url: string;
  readonly largeUrl: string;
  readonly width: number;
  readonly height: number;
  readonly alt: CatalogueText | null;
}

export interface CatalogueLogo {
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

export interface CatalogueQuestion {
  readonly id: string;
  readonly label: CatalogueText;
  /** Why it is asked. */
  readonly hint: CatalogueText | null;
  readonly kind: 'text' | 'paragraph' | 'choice' | 'choices' | 'number' | 'date' | 'yes-no' | 'link';
  readonly required: boolean;
  readonly options: readonly { readonly id: string; readonly name: CatalogueText }[];
  /** The most options, the most characters, or the largest number. */
  readonly max: number | null;
  /** The types that it is asked for; empty: all. */
  readonly types: readonly string[];
  readonly when: { readonly question: string; readonly is: string | boolean } | null;
  /** The answer multiplies the price of type and option. */
  readonly multiplies: boolean;
}

export interface CatalogueTerms {
  readonly id: string;
  readonly title: CatalogueText;
  readonly text: CatalogueText;
  readonly required: boolean;
  /** By language: the SHA-256 of the text, which stays readable at `terms/<sha256>`. */
  readonly sha256: Readonly<Record<string, string>>;
}

/** Each is a text, or an address that is shown as a link. */
export interface CatalogueLegal {
  readonly imprint: CatalogueText | null;
  readonly privacy: CatalogueText | null;
  readonly notice: CatalogueText | null;
}

/** Headings of the groups of choices. */
export interface CatalogueLabels {
  readonly type: CatalogueText | null;
  readonly option: CatalogueText | null;
  readonly extras: CatalogueText | null;
  readonly customCard: CatalogueText | null;
}

/** What a customer may choose from. Without a catalogue every list is empty. */
export interface Catalogue {
  readonly title: CatalogueText | null;
  readonly introduction: CatalogueText | null;
  /** What happens after a request has arrived. */
  readonly afterwards: CatalogueText | null;
  /** E-mail address for customers who cannot use the form. */
  readonly contact: string | null;
  readonly labels: CatalogueLabels;
  readonly types: readonly CommissionType[];
  readonly extras: readonly CatalogueExtra[];
  readonly customCards: readonly CatalogueEntry[];
  /** How the page looks, when the studio sets it. */
  readonly theme?: CatalogueTheme;
  /** The published revision of the studio, when there is one. */
  readonly revision?: number;
  readonly logo?: CatalogueLogo;
  readonly opening?: Opening;
  readonly questions?: readonly CatalogueQuestion[];
  readonly terms?: readonly CatalogueTerms[];
  readonly prices?: { readonly currency: string };
  readonly legal?: CatalogueLegal;
  /** Customers are asked for the name under which they appear in the queue. */
  readonly queue?: { readonly asksName: boolean };
}

export interface CatalogueTheme {
  readonly accent: { readonly light: string | null; readonly dark: string | null };
  readonly scheme: string;
  readonly typeface: string;
}
