import { useState } from 'preact/hooks';
import { defaultsOf } from './defaults.ts';
import type { Studio } from './draft-shapes.ts';
import { FieldFrame } from './field-frame.tsx';
import { useForm } from './form-context.ts';
import { useFormWords } from './form-messages.ts';
import { majorText, minorUnits } from './money.ts';
import { type Path, valueAt, withValue } from './paths.ts';
import { TextField } from './text-field.tsx';

type Price = NonNullable<Studio['types'][number]['price']>;

const perSpec = { kind: 'text', at: ['per'], label: 'pricePer', hint: 'pricePerHint', mostCharacters: 200 } as const;

/** What an entry costs: nothing said, an amount, or for extras a share of the price. */
export function PriceField({ path }: { readonly path: Path }) {
  const { text } = useFormWords();
  const { model, shown } = useForm();
  const entryPath = path.slice(0, -1);
  const entry = Object(valueAt(shown, entryPath)) as { readonly price: Price | null; readonly percent?: number | null };
  const { price, percent } = entry;
  if (shown.prices === null) return null;
  const kind = price !== null ? 'amount' : percent ? 'percent' : 'none';

  function choose(next: string): void {
    const value = { ...entry, price: next === 'amount' ? { amount: 0, ...defaultsOf(path) } : null };
    const whole = 'percent' in entry ? { ...value, percent: next === 'percent' ? 10 : null } : value;
    model.replace(withValue(model.state.value.document, entryPath, whole));
  }

  return (
    <fieldset class="form-price">
      <legend>{text('price')}</legend>
      <select aria-label={text('priceKind')} onChange={({ currentTarget }) => choose(currentTarget.value)}>
        {(['none', 'amount', ...('percent' in entry ? (['percent'] as const) : [])] as const).map((one) => (
          <option key={one} value={one} selected={one === kind}>
            {text(`price_${one}`)}
          </option>
        ))}
      </select>
      {price !== null && <Amount path={path} price={price} currency={shown.prices.currency} />}
      {kind === 'percent' && (
        <FieldFrame path={[...entryPath, 'percent']} label={text('percent')} hint={text('percentHint')}>
          {(attributes) => (
            <input
              {...attributes}
              type="number"
              class="form-number"
              min={1}
              max={1000}
              value={String(percent)}
              onInput={({ currentTarget: { value } }) => {
                const whole = Math.trunc(Number(value));
                if (whole >= 1 && whole <= 1000) model.change([...entryPath, 'percent'], whole);
              }}
            />
          )}
        </FieldFrame>
      )}
    </fieldset>
  );
}

interface AmountProps {
  readonly path: Path;
  readonly price: Price;
  readonly currency: string;
}

function Amount({ path, price, currency }: AmountProps) {
  const { text } = useFormWords();
  const { model } = useForm();
  const [written, write] = useState(majorText(price.amount, currency));
  const amount = minorUnits(written, currency);
  // Another value has come by undo, or by somebody else.
  const value = amount === null || amount === price.amount ? written : majorText(price.amount, currency);
  return (
    <>
      <FieldFrame
        path={[...path, 'amount']}
        label={text('amount', { currency })}
        fault={amount === null ? text('faultAmount') : null}
      >
        {(attributes) => (
          <input
            {...attributes}
            class="form-number"
            inputMode="decimal"
            autocomplete="off"
            value={value}
            onInput={({ currentTarget }) => {
              write(currentTarget.value);
              const next = minorUnits(currentTarget.value, currency);
              if (next !== null) model.change([...path, 'amount'], next);
            }}
          />
        )}
      </FieldFrame>
      <label class="check">
        <input
          type="checkbox"
          checked={price.from}
          onChange={({ currentTarget }) => model.change([...path, 'from'], currentTarget.checked)}
        />
        {text('priceFrom')}
      </label>
      <TextField spec={perSpec} path={[...path, 'per']} />
    </>
  );
}
