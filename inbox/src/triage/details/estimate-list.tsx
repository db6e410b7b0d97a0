import { moneyIn } from '../../../../src/intake/submission/money.ts';
import { useIntakeWords } from '../../language/translator-context.ts';
import type { FormEstimate } from './details.ts';

/** The sum that the customer was shown beside the service's own, marked when they differ. */
export function EstimateList({ estimate }: { readonly estimate: FormEstimate }) {
  const { text, region } = useIntakeWords();
  const { shown, own, currency, shownCurrency, differs } = estimate;
  const sum = (amount: number | null, of: string) =>
    amount === null ? text('estimateNone') : moneyIn(region, of).exact(amount);
  return (
    <>
      <dl class={differs ? 'told-list told-sums told-doubtful' : 'told-list told-sums'}>
        <div>
          <dt>{text('estimateShown')}</dt>
          <dd>{sum(shown, shownCurrency ?? currency)}</dd>
        </div>
        <div>
          <dt>{text('estimateOwn')}</dt>
          <dd>{sum(own, currency)}</dd>
        </div>
      </dl>
      {differs && <p class="hint">{text('estimateDiffers')}</p>}
    </>
  );
}
