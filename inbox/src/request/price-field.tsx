import { useFormats } from '../language/formats.ts';
import { useTranslator } from '../language/translator-context.ts';
import { amountOf, estimateOf } from '../model/request-price.ts';
import { AmountInput, useTypedAmount } from './amount-input.tsx';
import type { DueFieldProps } from './due-field.tsx';

/** The agreed price of the request, which is saved when its field is left. */
export function PriceField({ request, change, mayWrite }: DueFieldProps) {
  const stored = amountOf(request.price);
  // Another person may have set another price.
  return mayWrite && <Field key={JSON.stringify(stored)} stored={stored} request={request} change={change} />;
}

interface FieldProps extends Pick<DueFieldProps, 'request' | 'change'> {
  readonly stored: ReturnType<typeof amountOf>;
}

function Field({ stored, request, change }: FieldProps) {
  const { text } = useTranslator();
  const { money } = useFormats();
  const estimate = estimateOf(request);
  const typed = useTypedAmount(stored);
  const { amount } = typed;

  function save(): void {
    if (amount === 'unclear' || JSON.stringify(amount) === JSON.stringify(stored)) return;
    void change({ price: amount });
  }

  return (
    <section class="price-field" aria-labelledby="price-title">
      <h2 id="price-title">
        <label for="request-price">{text('price')}</label>
      </h2>
      <AmountInput id="request-price" typed={typed} onLeft={save} />
      {estimate !== null && stored === null && (
        <p class="offers">
          <button
            type="button"
            class="button button-plain button-small"
            onClick={() => void change({ price: estimate })}
          >
            {text('priceEstimate', { amount: money(estimate) })}
          </button>
        </p>
      )}
    </section>
  );
}
