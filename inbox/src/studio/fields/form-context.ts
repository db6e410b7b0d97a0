import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Studio } from '../draft/draft-shapes.ts';
import type { FormModel } from '../draft/form-model.ts';
import type { FormState } from '../draft/form-state.ts';
import type { Path } from '../draft/paths.ts';

/** The fields of a document, and what they do not keep themselves. */
export interface EditedFields {
  readonly model: Pick<FormModel, 'change' | 'replace'> & {
    readonly state: { readonly value: Pick<FormState, 'document'> };
  };
  readonly state: Pick<FormState, 'document' | 'faults'>;
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

/** The form in its editor, which has a draft. */
interface OpenForm extends EditedFields {
  readonly model: FormModel;
  readonly state: FormState;
}

const FormContext = createContext<EditedFields | OpenForm | null>(null);

export const FormProvider = FormContext.Provider;

/** The fields around a control. Pages without a draft have them too. */
export function useFields(): EditedFields {
  const fields = useContext(FormContext);
  if (!fields) throw new Error('There are no fields around this component');
  return fields;
}

export function useForm(): OpenForm {
  const fields = useFields();
  if (!isForm(fields)) throw new Error('There is no form around this component');
  return fields;
}

const isForm = (fields: EditedFields): fields is OpenForm => 'publish' in fields.model;
