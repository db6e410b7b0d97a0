import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Actor } from '../../src/events/events.ts';
import { createInbox } from '../../src/requests/inbox/create-inbox.ts';
import type { Inbox } from '../../src/requests/inbox/inbox.ts';
import { createTriage } from '../../src/triage/create-triage.ts';
import type { Triage } from '../../src/triage/triage.ts';
import { payloadPart, postParts, type RawPart, validPayload } from '../support/form.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** A service with a guard, and its inbox. */
export interface GuardStage {
  readonly service: TestService;
  readonly inbox: Inbox & Triage;
  /** Sends a form from an address. Resolves with the id of the request. */
  send(from: string, changes?: object, form?: object | null, files?: readonly RawPart[]): Promise<string>;
  /** Resolves when nothing waits for a verdict, with what holds the request: `held`, or null. */
  verdictOf(id: string): Promise<'held' | null>;
  /** The kinds of the request's signals. */
  signalsOf(id: string): Promise<readonly string[]>;
  /** The number of deliveries of the request. */
  deliveriesOf(id: string): Promise<number>;
  close(): Promise<void>;
}

export const actor: Actor = { kind: 'operator', id: '00000000-0000-4000-8000-000000000001' };

// Its deliveries are made and wait, so that a test can count them.
const channelText = `
  insert into delivery_channels (id, name, kind, state, types, settings)
  values (gen_random_uuid(), 'A bot', 'webhook', 'held', '{request.created}', '{}')`;

/** @param env Further variables of the service. */
export async function openGuardStage(guard: object, env: Record<string, string> = {}): Promise<GuardStage> {
  const directory = await mkdtemp(join(tmpdir(), 'guard-'));
  const file = join(directory, 'studio.json');
  await writeFile(file, JSON.stringify({ guard }));
  const service = await startTestService({ CATALOGUE_FILE: file, TRUSTED_PROXIES: '127.0.0.1', ...env });
  const { pool } = service;
  await pool.query(channelText);
  const inbox = { ...createInbox(pool, pool), ...createTriage(pool) };

  async function holdOf(id: string): Promise<string | null> {
    const { rows } = await pool.query<{ hold: string | null }>('select hold from commission_requests where id = $1', [
      id,
    ]);
    if (rows[0] === undefined) throw new Error(`The request ${id} is not stored`);
    return rows[0].hold;
  }

  return {
    service,
    inbox,
    async send(from, changes = {}, form = null, files = []) {
      const parts = [
        payloadPart({ ...validPayload, ...changes }),
        ...(form === null ? [] : [formPart(form)]),
        ...files,
      ];
      const sent = await postParts(service.endpoint, parts, { 'x-forwarded-for': from });
      if (sent.status !== 201) throw new Error(`The form got ${sent.status}`);
      return String(sent.body.id);
    },
    async verdictOf(id) {
      await expect.poll(() => holdOf(id)).not.toBe('pending');
      return (await holdOf(id)) as 'held' | null;
    },
    async signalsOf(id) {
      const text = 'select kind from request_signals where request_id = $1 order by kind';
      return (await pool.query<{ kind: string }>(text, [id])).rows.map(({ kind }) => kind);
    },
    async deliveriesOf(id) {
      const text = 'select count(*)::int as count from deliveries where request_id = $1';
      return (await pool.query<{ count: number }>(text, [id])).rows[0]?.count ?? 0;
    },
    async close() {
      await service.close();
      await rm(directory, { recursive: true });
    },
  };
}

function formPart(form: object): RawPart {
  return {
    headers: ['Content-Disposition: form-data; name="commission-form"'],
    body: JSON.stringify({ v: 1, ...form }),
  };
}
