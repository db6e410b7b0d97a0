import { requestFields, storedEntries } from '../../intake/submission/request-fields.ts';

/** The revision of the studio that the customer saw, from `submitted_commission_requests r`. */
export const revisionColumn = `(r.commission_form->>'revision')::int as "studioRevision"`;

/** How it arrived, if not in time, and its place on the waiting list, from `submitted_commission_requests r`. */
export const openingColumns = `r.arrival, case r.status when 'WAITLISTED' then r.rank end as rank`;

/** What becomes of the name for the queue, from `submitted_commission_requests r`. */
export const queueColumn = 'r.queue_name_shown as "queueNameShown"';

/** What the guard found, from `submitted_commission_requests r`. */
export const guardColumns = `
  r.hold, (select json_agg(json_build_object('kind', s.kind, 'at', s.at) order by s.kind)
   from request_signals s where s.request_id = r.id) as signals`;

/** The fields of a request under the names of the API, from `submitted_commission_requests r`. */
export const fieldColumns = storedEntries.map(([name, { column }]) => `r.${column} as "${name}"`).join(', ');

/** A payload of 384 KiB may be one identifier, or 190,000 of them. */
const mostCharacters = 4000;
export const mostListedIds = 100;
/** As many as an id of the studio has. */
const mostCharactersEach = 200;

/** The same for lists, which cut identifiers. */
export const listedFieldColumns = storedEntries
  .map(([name, { column, type, maxCharacters }]) => {
    if (maxCharacters !== undefined || !(name in requestFields)) return `r.${column} as "${name}"`;
    if (type === 'text') return `left(r.${column}, ${mostCharacters}) as "${name}"`;
    const first = `unnest(r.${column}[1:${mostListedIds}]) with ordinality as first (id, place)`;
    return `array(select left(first.id, ${mostCharactersEach}) from ${first} order by place) as "${name}"`;
  })
  .join(', ');
