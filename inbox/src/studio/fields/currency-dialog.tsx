import { useState } from 'preact/hooks';
import { currencies } from '../../../../src/studio/document/currency-codes.ts';
import { useFormWords, useTranslator } from '../../language/translator-context.ts';
import { majorText } from '../../language/typed-amount.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { changeCurrency } from '../draft/change-currency.ts';
import { useForm } from './form-context.ts';

const common = ['EUR', 'USD', 'GBP', 'JPY', 'CHF', 'CAD', 'AUD', 'PLN', 'BRL', 'MXN', 'KRW', 'CNY'];
const mostFound = 20;

/** The most common currencies, and all others by a search. */
export function CurrencyDialog({ onClose }: { onClose(): void }) {
  const { text, region } = useFormWords();
  const { model, shown } = useForm();
  const [typed, type] = useState('');
  const [rounding, askForRounding] = useState<string | null>(null);
  const chosen = shown.prices?.currency ?? '';
  const names = new Intl.DisplayNames(region, { type: 'currency' });
  const lower = (words: string) => words.toLocaleLowerCase(region);
  const query = lower(typed.trim());
  const matches = currencies.filter((code) => lower(`${code} ${names.of(code)}`).includes(query));
  const best = matches.filter((code) => lower(code).startsWith(query));
  const offered = [...new Set([...(chosen === '' ? [] : [chosen]), ...common])];
  const found = query === '' ? offered : [...new Set([...best, ...matches])].slice(0, mostFound);

  /** @param code Empty for none. */
  function choose(code: string): void {
    const { document, rounded } = changeCurrency(model.state.value.document, code || null);
    if (rounded !== null) {
      askForRounding(code);
      return;
    }
    model.replace(document);
    onClose();
  }

  if (rounding !== null) return <RoundingQuestion currency={rounding} onClose={onClose} />;
  return (
    <Dialog title={text('currency')} onClose={onClose}>
      <form
        class="form-currency"
        onSubmit={(event) => {
          event.preventDefault();
          if (found[0] && query !== '') choose(found[0]);
        }}
      >
        <input
          type="search"
          autofocus
          autocomplete="off"
          aria-label={text('currencyFind')}
          placeholder={text('currencyFind')}
          value={typed}
          onInput={({ currentTarget }) => type(currentTarget.value)}
        />
        <ul>
          {found.map((code) => (
            <li key={code}>
              <button type="button" class="quiet" aria-pressed={code === chosen} onClick={() => choose(code)}>
                <b>{code}</b> <span>{names.of(code)}</span>
              </button>
            </li>
          ))}
        </ul>
        {found.length === 0 && <p class="muted">{text('currencyUnknown')}</p>}
        {chosen !== '' && (
          <footer>
            <button type="button" class="quiet" onClick={() => choose('')}>
              {text('currencyNone')}
            </button>
          </footer>
        )}
      </form>
    </Dialog>
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
