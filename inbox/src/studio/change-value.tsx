import type { ComponentChildren } from 'preact';
import { decimalText, moneyIn } from '../../../src/intake/submission/money.ts';
import { englishMessages, type FormMessageKey } from '../language/inbox-messages.ts';
import { shownName } from '../language/shown-name.ts';
import type { FormTranslator } from '../language/translator-context.ts';
import { type Localized, shownIn } from './draft/localized.ts';
import { percentText } from './fields/entry-facts.tsx';

/** The texts of the values of a key, by the beginning of their keys. */
const valueTexts: Readonly<Record<string, string>> = { kind: 'kind_', scheme: 'scheme', typeface: 'typeface' };

/** Returns a value of the document as people write it, or null for none. */
export function changeValue(words: FormTranslator, key: string, value: unknown): ComponentChildren {
  if (value === null || value === undefined) return null;
  const { region, text } = words;
  switch (key) {
    case 'price':
      return priceText(words, value as Price);
    case 'prices':
      return new Intl.DisplayNames(region, { type: 'currency' }).of((value as { currency: string }).currency);
    case 'percent':
      return percentText(region, Number(value));
    case 'opensAt':
    case 'closesAt':
      return instantText(region, String(value));
    case 'light':
    case 'dark':
      return <Swatch colour={String(value)} />;
    case 'timeZone':
      return String(value).replaceAll('_', ' ');
    case 'when': {
      const { question, is } = value as { readonly question: string; readonly is: string | boolean };
      const answer = typeof is === 'boolean' ? text(is ? 'yes' : 'no') : is;
      return text('shownOnlyIf', { question: shownName(question), answer: shownName(answer) });
    }
    case 'types':
      return words.list((value as readonly string[]).map(shownName));
  }
  if (typeof value === 'number') return new Intl.NumberFormat(region).format(value);
  const named = (valueTexts[key] ?? '') + (key === 'kind' ? value : capital(String(value)));
  return valueTexts[key] !== undefined && named in englishMessages.form ? text(named as FormMessageKey) : String(value);
}

interface Price {
  readonly amount: number;
  readonly from: boolean;
  readonly per: Localized | null;
  readonly currency: string | null;
}

function priceText({ region, text, language }: FormTranslator, { amount, from, per, currency }: Price): string {
  const price = currency === null ? decimalText(amount, '') : moneyIn(region, currency).short(amount);
  return `${from ? text('fromPrice', { price }) : price} ${shownIn(per, language)}`.trim();
}

/** `12 December, 09:00`, with the year unless it is the current year. */
function instantText(region: string, instant: string): string {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return instant;
  const year = date.getFullYear() === new Date().getFullYear() ? {} : ({ year: 'numeric' } as const);
  const day = date.toLocaleDateString(region, { day: 'numeric', month: 'long', ...year });
  return `${day}, ${date.toLocaleTimeString(region, { hour: '2-digit', minute: '2-digit' })}`;
}

/** A colour is seen, not read. The policy of the page allows no style in the markup, but a drawing has attributes. */
function Swatch({ colour }: { readonly colour: string }) {
  return (
    <svg class="form-swatch" viewBox="0 0 16 16" role="img" aria-label={colour}>
      <rect width="16" height="16" rx="4" fill={colour} />
    </svg>
  );
}

const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);
