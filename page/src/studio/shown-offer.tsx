import type { ComponentChildren } from 'preact';
import type { Catalogue, CatalogueText } from '../../../client/src/commission-client.ts';
import { CatalogueWords } from '../language/catalogue-words.tsx';
import { useLaterTranslator } from '../language/translator-context.ts';
import type { ChoiceEntry } from '../parts/choices.tsx';
import { Heading } from '../parts/heading.tsx';
import { entriesWithParts } from './entry-parts.tsx';
import { TermsTexts } from './terms.tsx';

/** The offer with examples, prices and terms, while there is no form. */
export function ShownOffer({ catalogue, endpoint }: { catalogue: Catalogue; endpoint: string }) {
  const translator = useLaterTranslator();
  const { text, ofCatalogue } = translator;
  const { types, extras, terms = [], labels } = catalogue;
  // No type has slots while the studio is closed.
  const { opening: _, ...offered } = catalogue;
  const withParts = (entries: Parameters<typeof entriesWithParts>[0]) =>
    entriesWithParts(entries, offered, endpoint, translator);
  return (
    <>
      {types.length + extras.length > 0 && (
        <section class="panel" part="panel" aria-labelledby="offered">
          <Heading id="offered" depth={1}>
            {text('offered')}
          </Heading>
          <ul class="choices">
            {withParts(types).map((entry, index) => {
              const options = withParts(types[index]?.options ?? []);
              const isPriced = options.some(({ note }) => note);
              return (
                <ShownEntry key={entry.id} entry={isPriced ? { ...entry, note: null } : entry}>
                  {options.length > 0 && (
                    <ul class="shown-options">
                      {options.map((option) => (
                        <li key={option.id}>
                          <CatalogueWords text={option.name} /> {option.note}
                        </li>
                      ))}
                    </ul>
                  )}
                </ShownEntry>
              );
            })}
          </ul>
          {extras.length > 0 && (
            <>
              <Heading depth={2}>{labels.extras === null ? text('extras') : ofCatalogue(labels.extras)}</Heading>
              <ul class="choices">
                {withParts(extras).map((extra) => (
                  <ShownEntry key={extra.id} entry={extra} />
                ))}
              </ul>
            </>
          )}
        </section>
      )}
      {terms.length > 0 && (
        <section class="panel" part="panel" aria-labelledby="shown-terms">
          <Heading id="shown-terms" depth={1}>
            {text('sectionTerms')}
          </Heading>
          <TermsTexts terms={terms} endpoint={endpoint} />
        </section>
      )}
    </>
  );
}

interface ShownEntryProps {
  readonly entry: ChoiceEntry;
  readonly children?: ComponentChildren;
}

function ShownEntry({ entry: { name, description, picture, note }, children }: ShownEntryProps) {
  return (
    <li class={picture ? 'choice shown pictured' : 'choice shown'} part="choice">
      <span class="choice-name">
        <CatalogueWords text={name} />
      </span>
      {description !== null && <Described text={description} />}
      {note && <span class="choice-note">{note}</span>}
      {children}
      {picture}
    </li>
  );
}

function Described({ text }: { text: CatalogueText }) {
  return (
    <span class="hint">
      <CatalogueWords text={text} />
    </span>
  );
}
