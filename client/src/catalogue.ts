import type { CatalogueText } from './catalogue-text.ts';
import type { Opening } from './opening.ts';

export type { CatalogueText } from './catalogue-text.ts';

export interface CatalogueEntry {
  readonly id: string;
  readonly name: CatalogueText;
  readonly description: CatalogueText | null;
}

export interface CommissionType extends PricedEntry {
  readonly options: readonly PricedEntry[];
  /** Examples of such work. */
  readonly pictures?: readonly CatalogueExample[];
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
  readonly questions?: readonly CatalogueQuestion[];
  readonly terms?: readonly CatalogueTerms[];
  /** The one currency of all prices (ISO 4217). */
  readonly prices?: { readonly currency: string };
  readonly legal?: CatalogueLegal;
  /** Whether the studio takes requests, when it sets that. */
  readonly opening?: Opening;
  /** Customers are asked for the name under which they appear in the queue. */
  readonly queue?: { readonly asksName: boolean };
  /** How the page looks, when the studio sets it. */
  readonly theme?: CatalogueTheme;
  readonly logo?: CataloguePicture;
  /** Present when a form should send the proof of a solved challenge. */
  readonly guard?: { readonly proof: true };
  /** The published revision of the studio, when there is one. */
  readonly revision?: number;
}

/** A picture of the studio, in WebP. Addresses are relative to the page of the service. */
export interface CataloguePicture {
  readonly url: string;
  /** Pixels of the picture at `url`: at most 640 on the longer side. */
  readonly width: number;
  readonly height: number;
}

export interface CatalogueExample extends CataloguePicture {
  /** The same picture with at most 1600 pixels on the longer side. */
  readonly largeUrl: string;
  /** What there is to see. */
  readonly alt: CatalogueText | null;
}

export interface CatalogueTheme {
  readonly accent: { readonly light: string | null; readonly dark: string | null };
  readonly scheme: string;
  readonly typeface: string;
}

/** In minor units of the catalogue's currency. */
export interface CataloguePrice {
  readonly amount: number;
  /** The least that it costs. */
  readonly from: boolean;
  /** What the price is for, such as "per figure". */
  readonly per: CatalogueText | null;
}

export interface PricedEntry extends CatalogueEntry {
  readonly price?: CataloguePrice;
}

export interface CatalogueExtra extends PricedEntry {
  /** Of the base: type and option with what multiplies them. */
  readonly percent?: number;
}

export interface CatalogueQuestion {
  readonly id: string;
  readonly label: CatalogueText;
  readonly hint: CatalogueText | null;
  readonly kind: 'text' | 'paragraph' | 'choice' | 'choices' | 'number' | 'date' | 'yes-no' | 'link';
  readonly required: boolean;
  readonly options: readonly { readonly id: string; readonly name: CatalogueText }[];
  /** The most options, the most characters, or the largest number. */
  readonly max: number | null;
  /** The types that it is asked for; empty: all. */
  readonly types: readonly string[];
  readonly when: { readonly question: string; readonly is: string | boolean } | null;
  /** The base price is multiplied by the answer. */
  readonly multiplies: boolean;
}

export interface CatalogueTerms {
  readonly id: string;
  readonly title: CatalogueText;
  readonly text: CatalogueText;
  readonly required: boolean;
  /** The version of the text in each language. */
  readonly sha256: Readonly<Record<string, string>>;
}

/** Texts for the footer. One that is only an http(s) address is a link. */
export interface CatalogueLegal {
  readonly imprint: CatalogueText | null;
  readonly privacy: CatalogueText | null;
  readonly notice: CatalogueText | null;
}
