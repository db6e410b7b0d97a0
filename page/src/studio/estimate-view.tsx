import type { Catalogue } from '../../../client/src/commission-client.ts';
import type { Draft } from '../draft/draft.ts';
import { CatalogueWords } from '../language/catalogue-words.tsx';
import { useLaterTranslator } from '../language/translator-context.ts';
import { shownEstimate } from './shown-estimate.ts';

interface EstimateProps {
  readonly catalogue: Catalogue;
  readonly draft: Draft;
}

/** The chosen type, and the sum of the choices line by line (S26). */
export function EstimateView({ catalogue, draft, endpoint }: EstimateProps & { readonly endpoint: string }) {
  const translator = useLaterTranslator();
  const type = catalogue.types.find(({ id }) => id === draft.typeId);
  const [picture] = type?.pictures ?? [];
  const { lines = [] } = shownEstimate(catalogue, draft, translator) ?? {};
  if (!type && lines.length === 0) return null;
  return (
    <section class="estimate" aria-label={translator.text('estimate')}>
      {picture && <img src={new URL(picture.url, endpoint).href} alt="" key={picture.url} />}
      {type && (
        <strong>
          <CatalogueWords text={type.name} />
        </strong>
      )}
      {lines.length > 0 && (
        <table>
          {lines.map(({ name, amount }, index) => (
            <tr key={index}>
              <th scope="row">
                <bdi>{name}</bdi>
              </th>
              <td>
                <bdi>{amount}</bdi>
              </td>
            </tr>
          ))}
        </table>
      )}
    </section>
  );
}

/** The sum above the button that sends. */
export function EstimateTotal({ catalogue, draft }: EstimateProps) {
  const translator = useLaterTranslator();
  const { text } = translator;
  const estimate = shownEstimate(catalogue, draft, translator);
  // The element is there before its content, so that screen readers announce changes.
  return (
    <>
      <output class="total">
        {estimate !== null && (
          <span>
            {text('estimate')} <strong>{estimate.total}</strong>
          </span>
        )}
      </output>
      {estimate === null && <p class="hint">{text('estimateLater')}</p>}
    </>
  );
}
