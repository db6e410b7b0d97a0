/** The properties of a field of a request for all parts of the program. `payload-schema.ts` has the payload's rules. */
interface FieldFacts {
  /** The column of `commission_requests`. */
  readonly column: string;
  /** The type of the column. A text of it may be null if the field is not required. */
  readonly type: 'text' | 'text[]';
  readonly isRequired: boolean;
  /** The field's name in the output of commands. */
  readonly label: string;
  /** Whether a search compares the text itself. An address is searched as a mailbox. */
  readonly isSearched: boolean;
  /** Unicode code points (C12). */
  readonly minCharacters?: number;
  readonly maxCharacters?: number;
}

const required = { type: 'text', isRequired: true } as const;
const optional = { type: 'text', isRequired: false } as const;
const unsearched = { isSearched: false } as const;

/** The customer's fields, by the names of the payload and of the operators' API. */
export const requestFields = {
  customerName: {
    ...required,
    column: 'customer_name',
    label: 'Name',
    isSearched: true,
    minCharacters: 1,
    maxCharacters: 200,
  },
  customerEmail: { ...required, ...unsearched, column: 'customer_email', label: 'E-mail', maxCharacters: 320 },
  customerSocials: { ...optional, column: 'customer_socials', label: 'Socials', isSearched: true, maxCharacters: 2000 },
  message: {
    ...required,
    column: 'message',
    label: 'Message',
    isSearched: true,
    minCharacters: 1,
    maxCharacters: 20_000,
  },
  typeId: { ...optional, ...unsearched, column: 'type_id', label: 'Type' },
  optionId: { ...optional, ...unsearched, column: 'option_id', label: 'Option' },
  customCardId: { ...optional, ...unsearched, column: 'custom_card_id', label: 'Custom card' },
  extraIds: { column: 'extra_ids', type: 'text[]', isRequired: true, label: 'Extras', isSearched: false },
} as const satisfies Readonly<Record<string, FieldFacts>>;

/** The sender's fields, from the headers of a submission (C20). */
const senderFields = {
  ipAddress: { ...optional, ...unsearched, column: 'ip_address', label: 'Address' },
  userAgent: { ...optional, ...unsearched, column: 'user_agent', label: 'Browser' },
  language: { ...optional, ...unsearched, column: 'language', label: 'Language' },
} as const satisfies Readonly<Record<string, FieldFacts>>;

export const storedFields = { ...requestFields, ...senderFields };

type StoredField = keyof typeof storedFields;

/** In the order of the API. */
export const storedEntries = Object.entries(storedFields) as readonly (readonly [StoredField, FieldFacts])[];

type Fields = Readonly<Record<string, FieldFacts>>;
type ValueOf<F extends FieldFacts> = F['type'] extends 'text[]'
  ? readonly string[]
  : F['isRequired'] extends true
    ? string
    : string | null;
type ValuesOf<F extends Fields> = { readonly [Name in keyof F]: ValueOf<F[Name]> };

export type RequestFieldValues = ValuesOf<typeof requestFields>;
export type StoredFieldValues = ValuesOf<typeof storedFields>;

type RequestField = keyof typeof requestFields;
/** A field with one text. */
export type TextField = {
  [Name in RequestField]: (typeof requestFields)[Name]['type'] extends 'text' ? Name : never;
}[RequestField];
type ListField = Exclude<RequestField, TextField>;
/** A field whose texts have a maximum length. */
export type LimitedField = {
  [Name in RequestField]: (typeof requestFields)[Name] extends { readonly maxCharacters: number } ? Name : never;
}[RequestField];

const entries: readonly (readonly [string, FieldFacts])[] = Object.entries(requestFields);
const namesWhere = (applies: (facts: FieldFacts) => boolean) =>
  entries.filter(([, facts]) => applies(facts)).map(([name]) => name);

export const textFields = namesWhere(({ type }) => type === 'text') as readonly TextField[];
export const listFields = namesWhere(({ type }) => type === 'text[]') as readonly ListField[];
export const limitedFields = namesWhere(({ maxCharacters }) => maxCharacters !== undefined) as readonly LimitedField[];
