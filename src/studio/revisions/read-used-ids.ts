import type { ClientBase, Pool } from 'pg';
import type { UsedId } from '../document/used-ids.ts';
import { isPublication } from './publications.ts';

type Queries = Pick<ClientBase | Pool, 'query'>;

const entries = (list: string, name: string, kind = 'null') => `
  select '${list}' as list, one.value ->> 'id' as id, ${kind} as kind, one.value -> '${name}' as names
  from json_array_elements(s.document -> '${list}') one`;
const options = (list: string) => `
  select '${list}/' || (one.value ->> 'id') || '/options', option.value ->> 'id', null, option.value -> 'name'
  from json_array_elements(s.document -> '${list}') one, json_array_elements(one.value -> 'options') option`;

// A revision that changes no list has those of the one before.
const usedText = `
  select distinct used.list, used.id, used.kind, coalesce(used.names::jsonb, '{}') as names from studio_revisions s
  cross join lateral (
    ${[
      entries('types', 'name'),
      entries('extras', 'name'),
      entries('customCards', 'name'),
      entries('questions', 'label', "one.value ->> 'kind'"),
      entries('terms', 'title'),
      options('types'),
      options('questions'),
    ].join(' union all ')}
  ) used
  where s.${isPublication} and s.changed && array['types', 'extras', 'customCards', 'questions', 'terms'] and ($1::text[] is null or used.id = any($1))`;

/** Resolves with every entry of these ids that was ever published, or with all entries. */
export async function readUsedIds(database: Queries, ids: readonly string[] | null): Promise<readonly UsedId[]> {
  if (ids?.length === 0) return [];
  return (await database.query<UsedId>(usedText, [ids])).rows;
}
