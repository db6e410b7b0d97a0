import { useTranslator } from '../language/translator-context.ts';
import { amountOf } from '../model/request-price.ts';
import { AmountInput, useTypedAmount } from './amount-input.tsx';
import type { DueFieldProps } from './due-field.tsx';

/** The agreed price of the request, which is saved when its field is left. */
export function PriceField({ request, change, mayWrite }: DueFieldProps) {
  const { text } = useTranslator();
  const stored = amountOf(request.price);
  // Another person may have set another price.
  return mayWrite && <Field key={JSON.stringify(stored)} stored={stored} change={change} title={text('price')} />;
}

interface FieldProps extends Pick<DueFieldProps, 'change'> {
  readonly stored: ReturnType<typeof amountOf>;
  readonly title: string;
}

function Field({ stored, change, title }: FieldProps) {
  const typed = useTypedAmount(stored);
  const { amount } = typed;

  function save(): void {
    if (amount === 'unclear' || JSON.stringify(amount) === JSON.stringify(stored)) return;
    void change({ price: amount });
  }

  return (
    <section class="price-field" aria-labelledby="price-title">
      <h2 id="price-title">
        <label for="request-price">{title}</label>
      </h2>
      <AmountInput id="request-price" typed={typed} onLeft={save} />
    </section>
  );
}
