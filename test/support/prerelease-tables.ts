/** SQL: the table by which every version knows a database, as 0.1.0 has left it. */
export const prereleaseText = `
  create table commission_schema_version (version bigint primary key, name text, run_at timestamptz);
  insert into commission_schema_version values (1, 'requests', now()), (33, 'older-search-forms', now())`;
