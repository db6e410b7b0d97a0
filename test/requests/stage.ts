import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Actor } from '../../src/events/events.ts';
import { createUuidV7 } from '../../src/intake/submission/submission.ts';
import type { InboxRequest } from '../../src/requests/facets/registry.ts';
import { createInbox } from '../../src/requests/inbox/create-inbox.ts';
import type { RequestSort } from '../../src/requests/inbox/inbox.ts';
import type { RequestFilter } from '../../src/requests/inbox/request-filter-shape.ts';
import { indexNewRequests } from '../../src/requests/inbox/search-index.ts';

export interface StoredRequest {
  readonly id?: string;
  readonly name?: string;
  readonly email?: string;
  readonly message?: string;
  readonly socials?: string | null;
  readonly typeId?: string | null;
  readonly language?: string | null;
  readonly createdAt?: Date;
  readonly files?: readonly string[];
}

/** Opens the inbox on one database, with requests as submissions store them. */
export function openInbox(pool: Pool) {
  const parts = createInbox(pool, pool);
  const { reader } = parts;
  const actor: Actor = { kind: 'operator', id: randomUUID() };

  let lastId = '';

  /** Returns an id that sorts after the previous ids, even within the same millisecond. */
  function nextId(createdAt: Date): string {
    const time = createUuidV7(createdAt).slice(0, 13);
    let id = createUuidV7(createdAt);
    while (lastId.startsWith(time) && id < lastId) id = createUuidV7(createdAt);
    lastId = id;
    return id;
  }

  async function store(request: StoredRequest = {}): Promise<string> {
    const createdAt = request.createdAt ?? new Date();
    const id = request.id ?? nextId(createdAt);
    await pool.query(
      `with stored as (
        insert into commission_requests (
          id, created_at, status, customer_name, customer_email, customer_socials, message, type_id, extra_ids, has_files,
          language
        ) values ($1, $2, 'NEW', $3, $4, $5, $6, $7, '{}', $8::text[] <> '{}', $9)
      ), files as (
        insert into commission_request_files (
          id, request_id, position, file_key, original_file, file_type, file_size, upload_date, sha256
        )
        select gen_random_uuid(), $1, position - 1, 'commissions/' || gen_random_uuid() || '.png', name, 'image/png', 7, $2, md5(gen_random_uuid()::text)
        from unnest($8::text[]) with ordinality as file (name, position)
      )
      insert into request_events (request_id, actor_kind, kind, at) values ($1, 'customer', 'created', $2)`,
      [
        id,
        createdAt,
        request.name ?? 'Somebody',
        request.email ?? 'somebody@example.org',
        request.socials ?? null,
        request.message ?? 'Two cats',
        request.typeId ?? null,
        request.files ?? [],
        request.language ?? null,
      ],
    );
    return id;
  }

  async function list(filter: RequestFilter = {}, sort: RequestSort = 'newest'): Promise<readonly InboxRequest[]> {
    const page = await reader.list({ filter, sort, cursor: null, limit: 200 });
    if (page === null) throw new Error('A first page has no cursor');
    return page.items;
  }

  return {
    ...parts,
    actor,
    store,
    list,
    ids: async (filter: RequestFilter = {}, sort: RequestSort = 'newest') =>
      (await list(filter, sort)).map(({ id }) => id),
    /** Resolves when every request is indexed. */
    async index() {
      for (let isMissing = true; isMissing; ) {
        await indexNewRequests(pool, () => false, new AbortController().signal);
        const text = `
          select exists (
            select from commission_requests r where not exists (select from request_search s where s.request_id = r.id)
          ) as is_missing`;
        isMissing = (await pool.query<{ is_missing: boolean }>(text)).rows[0]?.is_missing === true;
      }
    },
  };
}

export type InboxStage = ReturnType<typeof openInbox>;
