import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Studio } from '../draft/draft-shapes.ts';
import type { FormModel } from '../draft/form-model.ts';
import type { FormState } from '../draft/form-state.ts';
import type { Path } from '../draft/paths.ts';

interface OpenForm {
  readonly model: FormModel;
  readonly state: FormState;
  /** The edited document, with the values that a file on the server sets. */
  readonly shown: Studio;
  /** The language that texts are written in. */
  readonly language: string;
  /** The languages that the studio writes in. */
  readonly languages: readonly string[];
  /** The entry that was just added, whose name is to be written. */
  readonly added: string | null;
  setAdded(id: string | null): void;
  /** The path of a fault, or of a part that a link leads to. The parts and cards around it open. */
  readonly wanted: Path | null;
}

const FormContext = createContext<OpenForm | null>(null);

export const FormProvider = FormContext.Provider;

export function useForm(): OpenForm {
  const form = useContext(FormContext);
  if (!form) throw new Error('There is no form around this component');
  return form;
}
