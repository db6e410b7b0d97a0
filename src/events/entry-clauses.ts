import type { EntryKind, ShownEntryKind } from './event-kinds.ts';

/** SQL of the writer and the text of entries. */
interface Writing {
  readonly actorKind: string;
  readonly actorId: string;
  readonly text: string;
}

/**
 * Returns the statement that adds an entry to each request of `source`. Its request must be locked before: the order of
 * the ids is the order of the entries.
 * @param source a relation with the column `request_id uuid`
 */
export function insertEntries(kind: EntryKind, source: string, { actorKind, actorId, text }: Writing): string {
  const author = `case when ${actorKind}::text in ('operator', 'rule') then ${actorKind}::text else 'program' end`;
  return `
    insert into request_entries (request_id, kind, author, author_id, via, text)
    select entered.request_id, '${kind}', ${author}, ${actorId}::uuid, 'api', ${text}::text from ${source} as entered
    returning id, request_id`;
}

/** Returns the query for the newest entry of a kind that the request `r` has. */
export function newestEntry(kind: EntryKind, columns: string): string {
  return `
    select ${columns} from request_entries entry
    where entry.request_id = r.id and entry.kind = '${kind}' order by entry.id desc limit 1`;
}

/** Returns the expression for the text that customers read in the newest entry of a kind that the request `r` has. */
export function shownText(kind: ShownEntryKind): string {
  return `(${newestEntry(kind, 'entry.text')})`;
}

/**
 * Returns the expression for a value of an event. Where it has an entry, that is the text of the entry, alone or as the
 * member `text` beside the event's own value.
 */
export function eventValue(side: 'from' | 'to'): string {
  const text = `${side}_entry.text`;
  return `
    case
      when ${side}_entry.id is null then e."${side}"
      when e."${side}" is null then to_jsonb(${text})
      else e."${side}" || jsonb_build_object('text', ${text})
    end as "${side}"`;
}

/** Joins the entries that an event `e` refers to. */
export const entryJoins = `
  left join request_entries from_entry on from_entry.id = e.from_entry
  left join request_entries to_entry on to_entry.id = e.to_entry`;
