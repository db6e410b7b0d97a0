import { currencies } from '../../../src/customers/submission/currencies.ts';
import { FieldFrame } from './field-frame.tsx';
import { useForm } from './form-context.ts';
import { useFormWords } from './form-messages.ts';
import { type Path, valueAt } from './paths.ts';

/** Those of most studios come first. */
const common = ['EUR', 'USD', 'GBP', 'JPY', 'CHF', 'CAD', 'AUD', 'PLN', 'BRL', 'MXN', 'KRW', 'CNY'];

/** The one currency of all prices. Without one the form shows none. */
export function CurrencyField({ path }: { readonly path: Path }) {
  const { text, region } = useFormWords();
  const { model, shown } = useForm();
  const chosen = (valueAt(shown, path) as { readonly currency: string } | null)?.currency ?? '';
  const names = new Intl.DisplayNames(region, { type: 'currency' });
  const all = [...new Set([...common, ...currencies])];
  return (
    <FieldFrame path={path} label={text('currency')}>
      {(attributes) => (
        <select
          {...attributes}
          onChange={({ currentTarget: { value } }) => model.change(path, value === '' ? null : { currency: value })}
        >
          <option value="" selected={chosen === ''}>
            {text('currencyNone')}
          </option>
          {all.map((code) => (
            <option key={code} value={code} selected={code === chosen}>
              {`${code} – ${names.of(code)}`}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}
