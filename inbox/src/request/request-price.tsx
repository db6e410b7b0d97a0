import { moneyIn } from '../../../src/intake/submission/money.ts';
import type { InboxRequest } from '../api/shapes.ts';
import { useIntakeWords } from '../language/translator-context.ts';

/** The price beside the name: the estimate by the studio's prices at that time. Renders nothing without one. */
export function RequestPrice({ request: { estimate } }: { readonly request: InboxRequest }) {
  const { text, region } = useIntakeWords();
  if (estimate === undefined) return null;
  const { own, shown, currency, shownCurrency = currency } = estimate;
  const sum = own === null ? moneyIn(region, shownCurrency).short(shown ?? 0) : moneyIn(region, currency).short(own);
  return (
    <p class="request-price">
      <span>{text('estimate')}</span> <strong>{sum}</strong>
    </p>
  );
}
