import { useState } from 'preact/hooks';
import { currencies } from '../../../src/studio/document/currency-codes.ts';
import { useCell } from '../cells/cell.ts';
import { useTranslator } from '../language/translator-context.ts';
import { amountsIn, majorText } from '../language/typed-amount.ts';
import { useInbox } from '../model/inbox-context.ts';
import type { Amount } from '../model/request-price.ts';

/** The typed text of an amount, and what it means. */
export interface TypedAmount {
  readonly text: string;
  readonly currency: string;
  /** Null for an empty field, `unclear` where the text is no amount. */
  readonly amount: Amount | null | 'unclear';
  setText(text: string): void;
  setCurrency(currency: string): void;
}

const fallbackCurrency = 'EUR';

/** Keeps the text of a field for an amount, which begins with this one. */
export function useTypedAmount(initial: Amount | null): TypedAmount {
  const { region } = useTranslator();
  const ofStudio = useCell(useInbox().catalogue)?.prices?.currency;
  const [text, setText] = useState(initial === null ? '' : majorText(initial.amount, initial.currency, region));
  const [chosen, setCurrency] = useState(initial?.currency);
  const currency = chosen ?? ofStudio ?? fallbackCurrency;
  return { text, currency, amount: amountOf(text, currency, region), setText, setCurrency };
}

const mostAmount = 10 ** 11;

function amountOf(text: string, currency: string, region: string): TypedAmount['amount'] {
  if (text.trim() === '') return null;
  const [amount, other] = amountsIn(text, currency, region);
  return amount === undefined || other !== undefined || amount > mostAmount ? 'unclear' : { amount, currency };
}

interface AmountInputProps {
  readonly id: string;
  readonly typed: TypedAmount;
  onLeft?(): void;
}

/** A field for an amount with its currency, and a sentence where the text is no amount. */
export function AmountInput({ id, typed, onLeft }: AmountInputProps) {
  const { text } = useTranslator();
  const { text: value, currency, amount, setText, setCurrency } = typed;
  const isUnclear = amount === 'unclear';
  return (
    <>
      <span class="amount">
        <input
          id={id}
          inputMode="decimal"
          autocomplete="off"
          value={value}
          aria-invalid={isUnclear}
          aria-describedby={isUnclear ? `${id}-fault` : undefined}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
          onBlur={onLeft}
        />
        <select
          aria-label={text('currency')}
          onChange={({ currentTarget }) => setCurrency(currentTarget.value)}
          onBlur={onLeft}
        >
          {[...new Set([currency, ...currencies])].map((one) => (
            <option key={one} selected={one === currency}>
              {one}
            </option>
          ))}
        </select>
      </span>
      {isUnclear && (
        <span id={`${id}-fault`} class="fault" role="alert">
          {text('priceUnclear')}
        </span>
      )}
    </>
  );
}
