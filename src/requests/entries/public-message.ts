import { insertEntries, newestEntry } from '../../events/entry-clauses.ts';

/** Joins the public message of a request `r`, as `shown (entry_id, public_message)`. */
export const shownMessage = `
  left join lateral (${newestEntry('public-message', 'entry.id as entry_id, entry.text as public_message')}) shown on true`;

/**
 * Returns the clause `written`, with the entries for requests that get another message, and the query for their events.
 * @param value the SQL of the new message. The relation `before` has the requests with the columns of `shown`.
 */
export function messageChange(value: string, writer: { readonly actorKind: string; readonly actorId: string }) {
  const changing = `(select id as request_id from before where public_message is distinct from ${value})`;
  return {
    written: `written as (${insertEntries('public-message', changing, { ...writer, text: value })})`,
    events: `
      select before.id, 'public-message', null::jsonb, null::jsonb, before.entry_id, written.id
      from before join written on written.request_id = before.id`,
  };
}
