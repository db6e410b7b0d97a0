import { ChevronLeft } from 'lucide';
import { DirectedIcon, Icon } from '../../../page-kit/icon.tsx';
import { useFormWords, useTranslator } from '../language/translator-context.ts';
import { Link } from '../router/router.tsx';
import type { PartSpec } from './draft/field-specs.ts';
import { faultsIn } from './draft/form-faults.ts';
import { missingIn, textsOf } from './draft/localized.ts';
import { useForm } from './fields/form-context.ts';

export const addressOfPart = ({ keys }: PartSpec): string => `/settings/form/${keys[0]}`;

interface PartListProps {
  readonly parts: readonly PartSpec[];
  readonly shown: PartSpec | undefined;
}

/** The names of the parts, with the number of faults and of missing translations in each. */
export function PartList({ parts, shown }: PartListProps) {
  const { text } = useFormWords();
  const { text: common } = useTranslator();
  const linkTo = (part: PartSpec) => (
    <li key={part.title}>
      <Link to={addressOfPart(part)} aria-current={part === shown ? 'page' : undefined}>
        <Icon of={part.icon} />
        <span>{text(part.title)}</span>
        <PartCount part={part} />
      </Link>
    </li>
  );
  return (
    <nav class="form-parts" aria-label={text('parts')}>
      {/* The settings of a wide window open with a page, which may be this one. */}
      {(['/settings', '/settings/opening'] as const).map((to) => (
        <Link key={to} class="form-back" to={to}>
          <DirectedIcon of={ChevronLeft} /> {common('settings')}
        </Link>
      ))}
      <ul>{parts.filter(({ isFolded }) => !isFolded).map(linkTo)}</ul>
      <details open={shown?.isFolded}>
        <summary>{text('partsMore')}</summary>
        <ul>{parts.filter(({ isFolded }) => isFolded).map(linkTo)}</ul>
      </details>
    </nav>
  );
}

function PartCount({ part: { keys } }: { readonly part: PartSpec }) {
  const { text } = useFormWords();
  const { state, shown, language } = useForm();
  const faults = keys.flatMap((key) => faultsIn(state.faults, [key])).length;
  const missing = language === 'en' ? 0 : missingIn(textsOf(keys.map((key) => shown[key])), language);
  if (faults === 0 && missing === 0) return null;
  const words = faults > 0 ? text('faultsToCheck', { count: faults }) : text('missing', { count: missing });
  return (
    <span class={`chip ${faults > 0 ? 'chip-bad' : 'chip-warn'}`} title={words}>
      <span aria-hidden="true">{faults || missing}</span>
      <span class="visually-hidden">{words}</span>
    </span>
  );
}
