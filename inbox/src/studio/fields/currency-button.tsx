import { ChevronDown } from 'lucide';
import { useState } from 'preact/hooks';
import { Icon } from '../../../../page-kit/icon.tsx';
import { useFormWords } from '../../language/translator-context.ts';
import { CurrencyDialog } from './currency-dialog.tsx';
import { useForm } from './form-context.ts';

/** The one currency of all prices, beside each of them. */
export function CurrencyButton() {
  const { text } = useFormWords();
  const { shown, state } = useForm();
  const [isOpen, setOpen] = useState(false);
  const currency = shown.prices?.currency ?? null;
  return (
    <>
      <button
        type="button"
        class="button"
        aria-haspopup="dialog"
        aria-label={currency === null ? undefined : text('currencyIs', { currency })}
        disabled={state.studio.locked.includes('prices')}
        onClick={() => setOpen(true)}
      >
        {currency ?? text('currency')} <Icon of={ChevronDown} />
      </button>
      {isOpen && <CurrencyDialog onClose={() => setOpen(false)} />}
    </>
  );
}
