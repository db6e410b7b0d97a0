import { useId } from 'preact/hooks';
import { useAnnouncer } from '../../../page-kit/announcer.tsx';
import { useTranslator } from '../language/translator-context.ts';

interface LengthLimit {
  /** The number of characters beyond the limit, or null. */
  readonly fault: string | null;
  readonly faultId: string;
  /** Announces the fault when the person submits a text that is too long. */
  announce(): void;
}

/** Compares a text with the number of characters that the service accepts. */
export function useLengthLimit(written: string, maxCharacters: number): LengthLimit {
  const { text } = useTranslator();
  const { alert } = useAnnouncer();
  const faultId = useId();
  const excess = [...written].length - maxCharacters;
  const fault = excess > 0 ? text('textTooLong', { count: excess }) : null;
  return { fault, faultId, announce: () => fault !== null && alert(fault) };
}

/** The attributes of the field with the text. @param hintId Element that describes the field at any length. */
export function limitedField({ fault, faultId }: LengthLimit, hintId?: string) {
  return {
    'aria-invalid': fault !== null,
    'aria-describedby': fault === null ? hintId : [faultId, hintId].filter(Boolean).join(' '),
  };
}

export function LengthFault({ limit: { fault, faultId } }: { readonly limit: LengthLimit }) {
  if (fault === null) return null;
  return (
    <p id={faultId} class="fault">
      {fault}
    </p>
  );
}
