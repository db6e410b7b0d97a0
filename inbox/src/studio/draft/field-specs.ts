import type { IconNode } from 'lucide';
import type { FunctionComponent } from 'preact';
import type { FormMessageKey } from '../../language/inbox-messages.ts';
import type { Entry, Studio, StudioKey } from './draft-shapes.ts';
import type { Path } from './paths.ts';

interface Spec {
  /** Below the path of the group or entry that the field is in. */
  readonly at: Path;
  readonly label: FormMessageKey;
  readonly hint?: FormMessageKey;
  /** Whether the field is shown, by the value of its group or entry. */
  readonly isFor?: (group: Readonly<Record<string, unknown>>) => boolean;
}

/** A text in several languages. */
export interface TextSpec extends Spec {
  readonly kind: 'text';
  readonly mostCharacters: number;
  /** Shown while the field is empty. */
  readonly example?: FormMessageKey;
  readonly isLong?: true;
  /** Whether English words are required. */
  readonly isRequired?: true;
}

/** A text that is the same in every language. */
export interface LineSpec extends Spec {
  readonly kind: 'line';
  readonly type: 'email' | 'text';
}

export interface SwitchSpec extends Spec {
  readonly kind: 'switch';
}

export interface ChoiceSpec extends Spec {
  readonly kind: 'choice';
  readonly values: readonly (readonly [value: string, label: FormMessageKey])[];
}

export interface NumberSpec extends Spec {
  readonly kind: 'number';
  readonly least: number;
  readonly most: number;
}

export interface InstantSpec extends Spec {
  readonly kind: 'instant';
}

/** Entries that can be added, ordered, hidden and removed. */
export interface ListSpec extends Spec {
  readonly kind: 'list';
  readonly add: FormMessageKey;
  /** The name of a new entry. */
  readonly newName: FormMessageKey;
  readonly nameKey: 'name' | 'label' | 'title';
  readonly mostEntries: number;
  /** The required members of a new entry beside its id and name. */
  readonly filled?: Readonly<Record<string, unknown>>;
  readonly fields: readonly FieldSpec[];
  /** The picture and the facts in the line of an entry. */
  readonly Thumb?: FunctionComponent<Pick<FactsProps, 'entry'>>;
  readonly Facts?: FunctionComponent<FactsProps>;
}

export interface FactsProps {
  readonly entry: Entry;
  /** The language that texts are written in. */
  readonly language: string;
  readonly prices: Studio['prices'];
  readonly questions: Studio['questions'];
}

interface CustomSpec extends Omit<Spec, 'label'> {
  readonly kind: 'custom';
  readonly Field: FunctionComponent<{ readonly path: Path }>;
}

export type FieldSpec =
  | TextSpec
  | LineSpec
  | SwitchSpec
  | ChoiceSpec
  | NumberSpec
  | InstantSpec
  | ListSpec
  | CustomSpec;

export interface FieldsProps {
  readonly specs: readonly FieldSpec[];
  /** The path of the group or entry that the fields are in. */
  readonly path: Path;
}

/** A part of the editor. */
export interface PartSpec {
  /** The keys of the document that it changes. */
  readonly keys: readonly StudioKey[];
  readonly title: FormMessageKey;
  readonly hint: FormMessageKey;
  readonly icon: IconNode;
  /** Whether the list folds its name at first, as of a part that is seldom needed. */
  readonly isFolded: boolean;
  readonly fields: readonly FieldSpec[];
}
