import { useState } from 'preact/hooks';
import { currencies } from '../../../../src/studio/document/currency-codes.ts';
import { useFormWords, useTranslator } from '../../language/translator-context.ts';
import { majorText } from '../../language/typed-amount.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { changeCurrency } from '../draft/change-currency.ts';
import { type Path, valueAt } from '../draft/paths.ts';
import { FieldFrame } from './field-frame.tsx';
import { useForm } from './form-context.ts';

/** The most common ones come first. */
const common = ['EUR', 'USD', 'GBP', 'JPY', 'CHF', 'CAD', 'AUD', 'PLN', 'BRL', 'MXN', 'KRW', 'CNY'];

/** The one currency of all prices. Without it the form shows no prices. */
export function CurrencyField({ path }: { readonly path: Path }) {
  const { text, region } = useFormWords();
  const { model, shown } = useForm();
  const chosen = (valueAt(shown, path) as { readonly currency: string } | null)?.currency ?? '';
  const [asked, ask] = useState<string | null>(null);

  function choose(select: HTMLSelectElement): void {
    const { document, rounded } = changeCurrency(model.state.value.document, select.value || null);
    if (rounded === null) {
      model.replace(document);
      return;
    }
    ask(select.value);
    select.value = chosen;
  }

  const names = new Intl.DisplayNames(region, { type: 'currency' });
  const all = [...new Set([...common, ...currencies])];
  return (
    <>
      <FieldFrame path={path} label={text('currency')}>
        {(attributes) => (
          <select {...attributes} onChange={({ currentTarget }) => choose(currentTarget)}>
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
      {asked !== null && <RoundingQuestion currency={asked} onClose={() => ask(null)} />}
    </>
  );
}

interface RoundingQuestionProps {
  /** Empty without a currency. */
  readonly currency: string;
  onClose(): void;
}

/** Prices such as 12.50 cannot be written in every currency. */
function RoundingQuestion({ currency, onClose }: RoundingQuestionProps) {
  const { text, region } = useFormWords();
  const { text: common } = useTranslator();
  const { model, state } = useForm();
  const { document, rounded } = changeCurrency(state.document, currency || null);
  const before = majorText(rounded?.before ?? 0, state.document.prices?.currency ?? '', region);
  const after = majorText(rounded?.after ?? 0, currency, region);
  return (
    <Dialog title={text('roundPrices')} onClose={onClose}>
      <p>{text('roundPricesQuestion', { before, after })}</p>
      <footer>
        <button type="button" class="quiet" onClick={onClose}>
          {common('cancel')}
        </button>
        <button
          type="button"
          class="primary"
          onClick={() => {
            onClose();
            model.replace(document);
          }}
        >
          {text('roundPrices')}
        </button>
      </footer>
    </Dialog>
  );
}
