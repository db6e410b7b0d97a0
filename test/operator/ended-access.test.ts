import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectRaw } from '../support/raw-connection.ts';
import { rawHead } from '../support/raw-request.ts';
import { whileUncommitted } from '../support/while-uncommitted.ts';
import { api, type Caller, type OperatorStage, openOperatorStage } from './stage.ts';

const accepted = new PassThrough();
let stage: OperatorStage;

beforeAll(async () => {
  stage = await openOperatorStage({
    onApp: (app) => app.addHook('preParsing', async () => void accepted.emit('head')),
  });
});

afterAll(() => stage.close());

/** Resolves with the status of a note whose body arrives after `change`. */
async function noteAfter(caller: Caller, change: () => Promise<unknown>) {
  const id = await stage.inbox.store();
  const body = JSON.stringify({ text: 'Late' });
  const { host, port } = new URL(stage.address);
  const connection = await connectRaw(Number(port));
  const headers = { ...caller.headers, host, 'content-type': 'application/json', 'content-length': `${body.length}` };
  const isAccepted = once(accepted, 'head');
  await connection.send(rawHead({ path: `${api}/requests/${id}/notes`, headers }));
  await isAccepted;
  await change();
  await connection.send(body);
  const { status } = await connection.nextAnswer();
  connection.destroy();
  const { rows } = await stage.database.pool.query("select from request_events where kind = 'note'");
  return { status, notes: rows.length };
}

const refused = { status: 401, notes: 0 };

describe('a change whose body arrives after the access of its caller has ended', () => {
  it('is refused when the session was ended', async () => {
    const operator = await stage.person('operator');
    expect(await noteAfter(operator, () => operator.call('DELETE', `${api}/sessions`))).toEqual(refused);
  });

  it.each([{ role: 'viewer' }, { isDisabled: true }])('is refused when the account got %o', async (body) => {
    const { id } = await stage.accounts.makeOperator(`${Object.keys(body)[0]}@example.org`, 'operator');
    const change = () => stage.owner.call('PATCH', `${api}/operators/${id}`, { body });
    expect(await noteAfter(await stage.signIn(id), change)).toEqual(refused);
  });

  it('is refused when the token was revoked', async () => {
    const program = await stage.program('write');
    const [token] = await stage.accounts.tokens.list();
    const revoke = () => stage.owner.call('DELETE', `${api}/tokens/${token?.id}`);
    expect(await noteAfter(program, revoke)).toEqual(refused);
  });
});

describe('a change of many', () => {
  it.each([
    {
      what: 'statuses',
      path: '/requests/bulk',
      bodyOf: (ids: string[]) => ({ ids: ids.map((id) => ({ id, version: 1 })), change: { status: 'DECLINED' } }),
      result: { changed: 200, skipped: 0, failed: 1 },
    },
    { what: 'held requests', path: '/held/release', bodyOf: (ids: string[]) => ({ ids }), result: { released: 200 } },
  ])('ends after the batch of $what during which the role of its caller falls', async ({ path, bodyOf, result }) => {
    const { pool } = stage.database;
    const ids: string[] = [];
    for (let number = 0; number <= 200; number += 1) ids.push(await stage.inbox.store());
    if ('released' in result)
      await pool.query("update commission_requests set hold = 'held' where id = any($1)", [ids]);
    const { id } = await stage.accounts.makeOperator(`${path.slice(1, 5)}@example.org`, 'operator');
    const operator = await stage.signIn(id);
    const { body } = await whileUncommitted(
      pool,
      (client) => client.query('select from commission_requests where id = $1 for update', [ids[0]]),
      () => operator.call('POST', `${api}${path}`, { body: bodyOf(ids) }),
      () => stage.owner.call('PATCH', `${api}/operators/${id}`, { body: { role: 'viewer' } }),
    );
    expect(body).toEqual(result);
  });
});
