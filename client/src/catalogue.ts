/** Plain text, or one text for each language tag, always with `en`. Never HTML. */
export type CatalogueText = string | (Readonly<Record<string, string>> & { readonly en: string });

export interface CatalogueEntry {
  readonly id: string;
  readonly name: CatalogueText;
  readonly description: CatalogueText | null;
}

export interface CommissionType extends CatalogueEntry {
  readonly options: readonly CatalogueEntry[];
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
  readonly extras: readonly CatalogueEntry[];
  readonly customCards: readonly CatalogueEntry[];
  /** How the page looks, when the studio sets it. */
  readonly theme?: CatalogueTheme;
  /** Present when a form should send the proof of a solved challenge. */
  readonly guard?: { readonly proof: true };
  /** The published revision of the studio, when there is one. */
  readonly revision?: number;
}

export interface CatalogueTheme {
  readonly accent: { readonly light: string | null; readonly dark: string | null };
  readonly scheme: string;
  readonly typeface: string;
}
