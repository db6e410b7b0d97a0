import type { CatalogueText } from '../../../client/src/shapes.ts';
import { tagIn } from '../../../page-kit/language/translator.ts';
import { useTranslator } from './translator-context.ts';

/** A text of the catalogue. Marked as English when the catalogue does not have the reader's language (WCAG 3.1.2). */
export function CatalogueWords({ text }: { text: CatalogueText }) {
  const { language, ofCatalogue } = useTranslator();
  const isForeign = typeof text !== 'string' && tagIn(text, language) === undefined;
  return <bdi lang={isForeign ? 'en' : undefined}>{ofCatalogue(text)}</bdi>;
}
