import type { Catalogue } from '../../../client/src/commission-client.ts';
import type { Draft } from '../draft/draft.ts';
import { useLaterTranslator } from '../language/translator-context.ts';
import { Heading } from '../parts/heading.tsx';
import { shownEstimate } from './shown-estimate.ts';

interface EstimateProps {
  readonly catalogue: Catalogue;
  readonly draft: Draft;
}

/** The sum of the choices, line by line (S26). */
export function EstimateView({ catalogue, draft }: EstimateProps) {
  const translator = useLaterTranslator();
  const { text } = translator;
  const estimate = shownEstimate(catalogue, draft, translator);
  if (estimate === null) return null;
  return (
    <section class="panel estimate" part="panel" aria-labelledby="estimate">
      <Heading id="estimate" depth={1}>
        {text('estimate')}
      </Heading>
      <table>
        <tbody>
          {estimate.lines.map(({ name, amount }, index) => (
            <tr key={index}>
              <th scope="row">
                <bdi>{name}</bdi>
              </th>
              <td>{amount}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{text('estimateTotal')}</th>
            <td>{estimate.total}</td>
          </tr>
        </tfoot>
      </table>
      <p class="hint">{text('estimateNote')}</p>
    </section>
  );
}

/** The sum beside the button that sends. */
export function EstimateTotal({ catalogue, draft }: EstimateProps) {
  const translator = useLaterTranslator();
  const estimate = shownEstimate(catalogue, draft, translator);
  // The element is there before its content, so that screen readers announce changes.
  return (
    <output class="total">
      {estimate !== null && (
        <span>
          {translator.text('estimate')}: <strong>{estimate.total}</strong>
        </span>
      )}
    </output>
  );
}
