import { storedEntries } from '../../customers/submission/request-fields.ts';

/** The fields of a request under the names of the API, from `submitted_commission_requests r`. */
export const fieldColumns = storedEntries.map(([name, { column }]) => `r.${column} as "${name}"`).join(', ');
