import { useState } from 'preact/hooks';
import { numbersIn } from '../../../../page-kit/language/typed-number.ts';
import { useFormWords } from '../../language/translator-context.ts';
import { amountsIn, majorText } from '../../language/typed-amount.ts';
import { defaultsOf } from '../draft/defaults.ts';
import type { Studio } from '../draft/draft-shapes.ts';
import { type Path, valueAt, withValue } from '../draft/paths.ts';
import { CurrencyButton } from './currency-button.tsx';
import { useForm } from './form-context.ts';
import { TextField } from './text-field.tsx';
import { TypedField } from './typed-field.tsx';

type Price = NonNullable<Studio['types'][number]['price']>;

const perSpec = { kind: 'text', at: ['per'], label: 'pricePer', example: 'pricePerHint', mostCharacters: 200 } as const;

const leastPercent = 1;
const mostPercent = 1000;
const isPercentage = (number: number) => Number.isInteger(number) && number >= leastPercent && number <= mostPercent;

/** The price of an entry: an amount, or for extras a percentage of the price. Empty: none. */
export function PriceField({ path }: { readonly path: Path }) {
  const { text } = useFormWords();
  const { shown } = useForm();
  const entryPath = path.slice(0, -1);
  const entry = Object(valueAt(shown, entryPath)) as Priced;
  const { price, percent } = entry;
  const [prefersPercent, preferPercent] = useState(Boolean(percent));
  const isPercent = Boolean(percent) || (prefersPercent && price === null);
  return (
    <fieldset class="form-price">
      <legend class="visually-hidden">{text('price')}</legend>
      {'percent' in entry && <KindButtons isPercent={isPercent} path={entryPath} onChoose={preferPercent} />}
      {isPercent ? <Percent entry={entry} path={entryPath} /> : <Amount path={path} entry={entry} />}
    </fieldset>
  );
}

interface Priced extends Partial<Pick<Studio['types'][number], 'options'>> {
  readonly price: Price | null;
  readonly percent?: number | null;
}

interface KindButtonsProps {
  readonly isPercent: boolean;
  /** Of the entry. */
  readonly path: Path;
  onChoose(isPercent: boolean): void;
}

/** An entry has one of both. */
function KindButtons({ isPercent, path, onChoose }: KindButtonsProps) {
  const { text } = useFormWords();
  const { model, shown } = useForm();
  const entry = Object(valueAt(shown, path)) as Priced;
  function choose(wanted: boolean): void {
    onChoose(wanted);
    if (entry.price === null && !entry.percent) return;
    model.replace(withValue(model.state.value.document, path, { ...entry, price: null, percent: null }));
  }
  return (
    <span class="button-group">
      {[false, true].map((one) => (
        <button
          key={String(one)}
          type="button"
          class="button button-small"
          aria-pressed={isPercent === one}
          onClick={() => isPercent !== one && choose(one)}
        >
          {text(one ? 'percent' : 'amount')}
        </button>
      ))}
    </span>
  );
}

function Percent({ entry, path }: { readonly entry: Priced; readonly path: Path }) {
  const { text, region } = useFormWords();
  const { model } = useForm();
  return (
    <TypedField
      path={[...path, 'percent']}
      label={text('percent')}
      hint={text('percentHint')}
      fault={text('faultRange', { least: leastPercent, most: mostPercent })}
      value={entry.percent ?? null}
      textOf={(one) => String(one)}
      valuesIn={(typed) => numbersIn(typed, region).filter(isPercentage)}
      onChange={(percent) => model.change([...path, 'percent'], percent)}
    >
      <span aria-hidden="true">%</span>
    </TypedField>
  );
}

function Amount({ path, entry: { price, options = [] } }: { readonly path: Path; readonly entry: Priced }) {
  const { text, region } = useFormWords();
  const { model, shown } = useForm();
  const currency = shown.prices?.currency ?? '';
  const isBySizes = price === null && options.some((option) => option.price !== null);
  const lacksCurrency = price !== null && currency === '';
  return (
    <>
      <TypedField
        key={currency}
        path={[...path, 'amount']}
        label={text('price')}
        hint={lacksCurrency ? text('currencyMissing') : isBySizes ? text('priceBySizes') : undefined}
        fault={text('faultAmount')}
        value={price?.amount ?? null}
        textOf={(amount) => majorText(amount, currency, region)}
        valuesIn={(typed) => amountsIn(typed, currency, region)}
        onChange={(amount) => model.change(path, amount === null ? null : { ...(price ?? defaultsOf(path)), amount })}
      >
        <CurrencyButton />
      </TypedField>
      {price !== null && (
        <>
          <TextField spec={perSpec} path={[...path, 'per']} />
          <label class="check">
            <input
              type="checkbox"
              checked={price.from}
              onChange={({ currentTarget }) => model.change([...path, 'from'], currentTarget.checked)}
            />
            {text('priceFrom')}
          </label>
        </>
      )}
    </>
  );
}
