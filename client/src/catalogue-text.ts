/** Plain text, or one text for each language tag, always with `en`. Never HTML. */
export type CatalogueText = string | (Readonly<Record<string, string>> & { readonly en: string });
