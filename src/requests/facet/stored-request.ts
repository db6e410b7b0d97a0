import type { RequestStatus } from '../../events/statuses.ts';
import { requestFields, type StoredFieldValues, storedEntries } from '../../intake/submission/request-fields.ts';
import { type RevisedForm, shownRevision } from '../../studio/revisions/studio-history.ts';

/** The input of every facet: the payload, and the part of the form beside it. */
export interface StoredRequest extends StoredFieldValues, RevisedForm {
  readonly id: string;
  readonly createdAt: Date;
  readonly status: RequestStatus;
  /** Whether a list has cut its extras. */
  readonly isCut: boolean;
}

type Columns = { readonly [Name in keyof StoredRequest]: string };

const fieldColumns = Object.fromEntries(storedEntries.map(([name, { column }]) => [name, `r.${column}`])) as {
  readonly [Name in keyof StoredFieldValues]: string;
};

/** SQL expressions for a query on `submitted_commission_requests r`. */
export const storedColumns: Columns = {
  id: 'r.id',
  createdAt: 'r.created_at',
  status: 'r.status',
  ...fieldColumns,
  form: 'r.commission_form',
  shownRevision,
  isCut: 'false',
};

/** Replaces columns that neither a search nor a delivery reads. A payload may have 190,000 extras. */
export const unreadColumns = { extraIds: "'{}'::text[]" } as const satisfies Partial<Columns>;

/** A payload of 384 KiB may be one identifier, or 190,000 of them. */
const mostCharacters = 4000;
const mostListedIds = 100;
/** As many as an id of the studio has. */
const mostCharactersEach = 200;
const mostAnswerBytes = 1000;

const cutFieldColumns = storedEntries
  .filter(([name, { maxCharacters }]) => maxCharacters === undefined && name in requestFields)
  .map(([name, { column, type }]) => {
    if (type === 'text') return [name, `left(r.${column}, ${mostCharacters})`];
    const first = `unnest(r.${column}[1:${mostListedIds}]) with ordinality as first (id, position)`;
    return [name, `array(select left(first.id, ${mostCharactersEach}) from ${first} order by position)`];
  });

/** The form for lists, without parts that a stranger could make long. `isCut`: a list of options is missing. */
const cutForm = `
  case when r.commission_form is not null then (
    select json_strip_nulls(json_build_object(
      'estimate', sent.estimate, 'queueName', sent."queueName",
      'terms', jsonb_path_query_array(sent.terms, '$[0 to 19]'),
      'answers', case when sent.answers is not null then (
        select coalesce(jsonb_object_agg(answer.key, answer.value), '{}') from jsonb_each(sent.answers) answer
        where pg_column_size(answer.value) <= ${mostAnswerBytes}
      ) end,
      'isCut', nullif(exists (
        select from jsonb_each(sent.answers) answer
        where jsonb_typeof(answer.value) = 'array' and pg_column_size(answer.value) > ${mostAnswerBytes}
      ), false)
    )) from jsonb_to_record(r.commission_form) as sent (estimate jsonb, "queueName" text, terms jsonb, answers jsonb)
  ) end`;

/** The same for lists, which cut values that a customer can make long. */
export const cutColumns: Columns = {
  ...storedColumns,
  ...Object.fromEntries(cutFieldColumns),
  form: cutForm,
  isCut: `cardinality(r.extra_ids) >= ${mostListedIds}`,
};
