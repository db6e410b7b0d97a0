import { shownName } from '../../language/shown-name.ts';
import type { IntakeTranslator } from '../../language/translator-context.ts';

/** A text of the studio by language. */
export type StudioText = Readonly<Record<string, string>>;

/** Returns the text in the reader's language, else in English, else in any that it has. */
export function labelText({ ofCatalogue }: IntakeTranslator, label: StudioText): string {
  const [first = ''] = Object.values(label);
  return shownName(ofCatalogue({ ...label, en: label.en ?? first }));
}
