import type { InboxRequest } from '../../api/shapes.ts';
import { shownName } from '../../language/shown-name.ts';
import type { IntakeTranslator } from '../../language/translator-context.ts';

/** What a customer told beside the message. */
export type ToldFacts = Pick<InboxRequest, 'answers' | 'missing' | 'terms' | 'termsState' | 'estimate'>;

export type ToldAnswer = NonNullable<InboxRequest['answers']>[number];
export type Agreement = NonNullable<InboxRequest['terms']>[number];
export type ToldEstimate = NonNullable<InboxRequest['estimate']>;

/** A text of the studio by language. */
export type StudioText = Readonly<Record<string, string>>;

/** Returns the text in the reader's language, else in English, else in any that it has. */
export function labelText({ ofCatalogue }: IntakeTranslator, label: StudioText): string {
  const [first = ''] = Object.values(label);
  return shownName(ofCatalogue({ ...label, en: label.en ?? first }));
}
