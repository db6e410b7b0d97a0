import type { CatalogueEntry, CatalogueLabels } from '../../../client/src/shapes.ts';
import type { DraftState } from '../draft/use-draft.ts';
import { CatalogueWords } from '../language/catalogue-words.tsx';
import { useLaterTranslator } from '../language/translator-context.ts';
import { CheckboxGroup, RadioGroup } from '../parts/choices.tsx';
import { Heading } from '../parts/heading.tsx';
import type { Offer } from './offer.ts';

/** The choices of type, option, extras and card that the catalogue has. */
export function CommissionChoices({ offer, form }: { offer: Offer; form: DraftState }) {
  const translator = useLaterTranslator();
  const { text } = translator;
  const { catalogue, studio, endpoint } = offer;
  const { draft, change } = form;
  const { types, extras, customCards, labels } = catalogue;
  const legend = (kind: keyof CatalogueLabels) =>
    labels[kind] === null ? text(kind) : <CatalogueWords text={labels[kind]} />;
  const shown = (entries: readonly CatalogueEntry[]) =>
    studio === null ? entries : studio.entriesWithParts(entries, catalogue, endpoint, translator, draft.typeId);
  const options = types.find(({ id }) => id === draft.typeId)?.options ?? [];
  if (types.length + extras.length + customCards.length === 0) return null;
  return (
    <section class="panel" part="panel" aria-labelledby="commission">
      <Heading id="commission" depth={1}>
        {text('sectionCommission')}
      </Heading>
      {types.length > 0 && (
        <RadioGroup
          name="typeId"
          legend={legend('type')}
          hint={studio?.slotsNote(catalogue, translator)}
          entries={shown(types)}
          none={text('typeUndecided')}
          chosen={draft.typeId}
          onChoose={(typeId) => change({ typeId, optionId: null })}
        />
      )}
      {options.length > 0 && (
        <RadioGroup
          name="optionId"
          legend={legend('option')}
          entries={shown(options)}
          none={null}
          chosen={draft.optionId}
          onChoose={(optionId) => change({ optionId })}
        />
      )}
      {extras.length > 0 && (
        <CheckboxGroup
          name="extraIds"
          legend={legend('extras')}
          entries={shown(extras)}
          chosen={draft.extraIds}
          onChoose={(extraIds) => change({ extraIds })}
        />
      )}
      {customCards.length > 0 && (
        <RadioGroup
          name="customCardId"
          legend={legend('customCard')}
          entries={customCards}
          none={text('customCardNone')}
          chosen={draft.customCardId}
          onChoose={(customCardId) => change({ customCardId })}
        />
      )}
    </section>
  );
}
