import type { InboxRequest } from '../api/shapes.ts';
import { useFormats } from '../language/formats.ts';
import { useTranslator } from '../language/translator-context.ts';
import { estimateOf } from '../model/request-price.ts';

/** The price of a request for a row or a card, else its estimate. */
export function PriceMark({ request }: { readonly request: Pick<InboxRequest, 'price' | 'estimate'> }) {
  const { text } = useTranslator();
  const { money, roundMoney } = useFormats();
  if (request.price !== null) return <span class="price">{money(request.price)}</span>;
  const estimate = estimateOf(request);
  if (estimate === null) return null;
  return (
    <span class="price estimate" title={text('estimate')}>
      <span class="visually-hidden">{text('estimate')} </span>≈ {roundMoney(estimate)}
    </span>
  );
}
