import { type Draft, draftOf } from './draft.ts';

/** Parses the values with which a page prefills the form: `typeId=portrait&extraIds=frame&message=Two+cats`. */
export function readPrefill(query: string): Draft {
  const values = new URLSearchParams(query);
  const extraIds = values.getAll('extraIds').filter((id) => id !== '');
  return draftOf((name) => values.get(name) ?? '', extraIds);
}
