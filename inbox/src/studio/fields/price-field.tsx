import { numbersIn } from '../../../../page-kit/language/typed-number.ts';
import { useFormWords } from '../../language/translator-context.ts';
import { amountsIn, majorText } from '../../language/typed-amount.ts';
import { defaultsOf } from '../draft/defaults.ts';
import type { Studio } from '../draft/draft-shapes.ts';
import { type Path, valueAt, withValue } from '../draft/paths.ts';
import { useForm } from './form-context.ts';
import { TextField } from './text-field.tsx';
import { TypedField } from './typed-field.tsx';

type Price = NonNullable<Studio['types'][number]['price']>;

const perSpec = { kind: 'text', at: ['per'], label: 'pricePer', hint: 'pricePerHint', mostCharacters: 200 } as const;

const leastPercent = 1;
const mostPercent = 1000;
const isPercent = (number: number) => Number.isInteger(number) && number >= leastPercent && number <= mostPercent;

/** The price of an entry: unset, an amount, or for extras a share of the price. */
export function PriceField({ path }: { readonly path: Path }) {
  const { text, region } = useFormWords();
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
        <TypedField
          path={[...entryPath, 'percent']}
          label={text('percent')}
          hint={text('percentHint')}
          fault={text('faultRange', { least: leastPercent, most: mostPercent })}
          value={percent ?? 0}
          textOf={(one) => String(one)}
          valuesIn={(typed) => numbersIn(typed, region).filter(isPercent)}
        />
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
  const { text, region } = useFormWords();
  const { model } = useForm();
  return (
    <>
      <TypedField
        key={currency}
        path={[...path, 'amount']}
        label={text('amount', { currency })}
        fault={text('faultAmount')}
        value={price.amount}
        textOf={(amount) => majorText(amount, currency, region)}
        valuesIn={(typed) => amountsIn(typed, currency, region)}
      />
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
