import type { InboxRequest } from '../api/shapes.ts';
import { useFormats } from '../language/formats.ts';
import { useTranslator } from '../language/translator-context.ts';
import { estimateOf } from '../model/request-price.ts';

/** The price beside the name, else the estimate. Renders nothing without either. */
export function RequestPrice({ request }: { readonly request: InboxRequest }) {
  const { text } = useTranslator();
  const { money } = useFormats();
  const estimate = estimateOf(request);
  if (request.price !== null) {
    return (
      <p class="request-price">
        <span class="visually-hidden">{text('price')}</span> <strong>{money(request.price)}</strong>
      </p>
    );
  }
  if (estimate === null) return null;
  return (
    <p class="request-price">
      <span>{text('estimate')}</span> <strong>{money(estimate)}</strong>
    </p>
  );
}
