// Made of the service's schemas by `npx vitest run --project service client/test/shapes.test.ts -u`.

/** Plain text, or one text for each language tag, always with `en`. Never HTML. */
export type CatalogueText = string | (Readonly<Record<string, string>> & { readonly en: string });

export type OpeningState = Opening['state'];

export interface CatalogueEntry {
  readonly id: string;
  readonly name: CatalogueText;
  readonly description: CatalogueText | null;
}

export interface PricedEntry {
  readonly id: string;
  readonly name: CatalogueText;
  readonly description: CatalogueText | null;
  readonly price?: CataloguePrice;
}

export interface CommissionType {
  readonly id: string;
  readonly name: CatalogueText;
  readonly description: CatalogueText | null;
  readonly price?: CataloguePrice;
  readonly options: readonly PricedEntry[];
  readonly pictures?: readonly CatalogueExample[];
}

export interface CatalogueExtra {
  readonly id: string;
  readonly name: CatalogueText;
  readonly description: CatalogueText | null;
  readonly price?: CataloguePrice;
  /** Of the base: the type and the option, with the answers that multiply them. */
  readonly percent?: number;
}

export interface CatalogueLabels {
  readonly type: CatalogueText | null;
  readonly option: CatalogueText | null;
  readonly extras: CatalogueText | null;
  readonly customCard: CatalogueText | null;
}

export interface CataloguePrice {
  /** In minor units of the catalogue's currency. */
  readonly amount: number;
  /** It is the least that it costs. */
  readonly from: boolean;
  /** What the price is for, such as "per figure". */
  readonly per: CatalogueText | null;
}

/** A WebP. `url` is relative to the page of the service; `width` and `height` are those of the picture there. */
export interface CataloguePicture {
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

export interface CatalogueExample {
  readonly url: string;
  readonly width: number;
  readonly height: number;
  /** The same picture with at most 1600 pixels on the longer side. */
  readonly largeUrl: string;
  /** What there is to see. */
  readonly alt: CatalogueText | null;
}

export interface CatalogueQuestion {
  readonly id: string;
  readonly label: CatalogueText;
  readonly hint: CatalogueText | null;
  readonly kind: 'text' | 'paragraph' | 'choice' | 'choices' | 'number' | 'date' | 'yes-no' | 'link';
  readonly required: boolean;
  /** Of `choice` and `choices`. */
  readonly options: readonly { readonly id: string; readonly name: CatalogueText }[];
  /** Of `choices` the most options, of texts the most characters, of `number` the largest one. */
  readonly max: number | null;
  /** The types that it is asked for; empty: all. */
  readonly types: readonly string[];
  /** It is asked when this question is answered so: by this option, by yes or by no. */
  readonly when: { readonly question: string; readonly is: string | boolean } | null;
  /** Of `number`: the base price is multiplied by the answer. */
  readonly multiplies: boolean;
}

export interface CatalogueTerms {
  readonly id: string;
  readonly title: CatalogueText;
  readonly text: CatalogueText;
  readonly required: boolean;
  /** The version of each text: the SHA-256 of its UTF-8. */
  readonly sha256: Readonly<Record<string, string>>;
}

export interface CatalogueLegal {
  readonly imprint: CatalogueText | null;
  readonly privacy: CatalogueText | null;
  readonly notice: CatalogueText | null;
}

export interface CatalogueTheme {
  readonly accent: { readonly light: string | null; readonly dark: string | null };
  readonly scheme: string;
  readonly typeface: string;
}

export interface Opening {
  /** `waitlist`: full, and requests go to the waiting list. */
  readonly state: 'open' | 'waitlist' | 'closed';
  /** Why the form is not open; null while it is. `maintenance`: the host works on the service. */
  readonly reason: 'manual' | 'schedule' | 'requests' | 'slots' | 'maintenance' | null;
  /** When the form opens by its schedule, or null. */
  readonly opensAt: string | null;
  /** When the form closes by its schedule, or null. */
  readonly closesAt: string | null;
  /** The studio's message by language, with `en` as the fallback, or null. */
  readonly message: CatalogueText | null;
  /** The studio's time zone, such as `Europe/Berlin`. */
  readonly timeZone: string;
  /** Present where customers can ask for a mail when the form opens. */
  readonly notices?: true;
  /** The types of the catalogue, in its order. */
  readonly types: readonly {
    readonly id: string;
    readonly state: 'open' | 'waitlist' | 'closed';
    /** How many more requests of the type there are slots for, or null when it is not told. */
    readonly left: number | null;
  }[];
  /** The service's clock when it responded, from the header `Date`. The device's own may be wrong. */
  readonly now?: string;
}

export interface Catalogue {
  readonly title: CatalogueText | null;
  readonly introduction: CatalogueText | null;
  /** Text for the receipt: what happens after a request has arrived. */
  readonly afterwards: CatalogueText | null;
  /** Address that customers can write to when the form fails. */
  readonly contact: string | null;
  readonly labels: CatalogueLabels;
  readonly types: readonly CommissionType[];
  readonly extras: readonly CatalogueExtra[];
  readonly customCards: readonly CatalogueEntry[];
  readonly questions?: readonly CatalogueQuestion[];
  readonly terms?: readonly CatalogueTerms[];
  /** The one currency of all prices (ISO 4217). */
  readonly prices?: { readonly currency: string };
  /** Texts for the footer. One that is only an http(s) address is a link. */
  readonly legal?: CatalogueLegal;
  /** Present when the studio shows its queue. `asksName`: customers may choose a name for it. */
  readonly queue?: { readonly asksName: boolean };
  readonly theme?: CatalogueTheme;
  readonly logo?: CataloguePicture;
  /** Present when the studio has set it. */
  readonly opening?: Opening;
  /** Present when a form should send the proof of a solved challenge. */
  readonly guard?: { readonly proof: true };
  /** The published revision of the studio, when there is one. */
  readonly revision?: number;
}

export interface Limits {
  readonly files: { readonly maxCount: number; readonly maxBytes: number };
  readonly request: { readonly maxBytes: number };
  readonly payload: {
    readonly revision: 'earlier' | 'later';
    readonly customerName: { readonly minLength: number; readonly maxLength: number };
    readonly customerEmail: { readonly maxLength: number };
    readonly customerSocials: { readonly maxLength: number };
    readonly message: { readonly minLength: number; readonly maxLength: number };
  };
}

export interface CommissionPayload {
  /** The `id` of a type in the catalogue. */
  readonly typeId?: string | null;
  /** The `id` of an option of that type. */
  readonly optionId?: string | null;
  /** The `id`s of extras in the catalogue. An id that names no extra is kept and otherwise ignored. */
  readonly extraIds?: readonly string[];
  /** The customer's name. */
  readonly customerName: string;
  /** The customer's e-mail address. Letters of any script are allowed. */
  readonly customerEmail: string;
  /** Where else the customer can be found or reached. */
  readonly customerSocials?: string | null;
  /** What the customer would like. */
  readonly message: string;
  /** The `id` of a custom card in the catalogue. */
  readonly customCardId?: string | null;
}

export interface CommissionForm {
  /** The version of these keys. Without it: 1 */
  readonly v?: 1;
  /** The revision of the studio that the customer saw */
  readonly revision?: number;
  /** The language in which the customer saw it */
  readonly language?: string;
  /** Answers by the id of their question */
  readonly answers?: Readonly<Record<string, string | readonly string[] | number | boolean | null>>;
  /** What the customer agreed to */
  readonly terms?: readonly { readonly id: string; readonly sha256: string; readonly language: string }[];
  /** The estimate that the customer saw, in minor units */
  readonly estimate?: { readonly amount: number; readonly currency: string };
  /** An API token with the scope `intake`. It is not kept */
  readonly code?: string;
  /** A solved challenge: JSON in base64. It is not kept */
  readonly proof?: string;
  /** The name under which the customer appears in a queue, without an address or an `@` */
  readonly queueName?: string;
}
