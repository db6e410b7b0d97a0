import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { useFormWords } from '../../language/translator-context.ts';
import { faultsIn } from '../draft/form-faults.ts';
import type { Path } from '../draft/paths.ts';
import { faultSentence } from './fault-sentence.ts';
import { useFields } from './form-context.ts';

interface FrameProps {
  readonly path: Path;
  readonly label: string;
  readonly hint?: string | undefined;
  /** The fault that the page has found before the service, or null. */
  readonly fault?: string | null;
  children(attributes: FieldAttributes): ComponentChildren;
}

/** The attributes of the control. */
interface FieldAttributes {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean;
  readonly 'data-path': string;
}

/** A label, a control, a hint, and the fault of the value. */
export function FieldFrame({ path, label, hint, fault = null, children }: FrameProps) {
  const words = useFormWords();
  const { state } = useFields();
  const id = useId();
  const [first] = faultsIn(state.faults, path);
  const sentence = fault ?? (first ? faultSentence(words, first) : null);
  const hasFault = sentence !== null || first !== undefined;
  const described = [hint ? `${id}-hint` : '', hasFault ? `${id}-fault` : ''].filter(Boolean).join(' ');
  return (
    <div class="form-field">
      <label for={id}>{label}</label>
      {hint && (
        <p id={`${id}-hint`} class="hint">
          {hint}
        </p>
      )}
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': hasFault,
        'data-path': path.join('/'),
      })}
      {hasFault && (
        <p id={`${id}-fault`} class="form-fault" lang={sentence === null ? 'en' : undefined}>
          {sentence ?? first?.message}
        </p>
      )}
    </div>
  );
}
