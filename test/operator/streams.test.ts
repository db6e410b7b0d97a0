import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { handled } from '../support/handled.ts';
import { api, type Caller, type OperatorStage, openOperatorStage } from './stage.ts';

let stage: OperatorStage;
let operator: Caller;

beforeAll(async () => {
  stage = await openOperatorStage();
  operator = await stage.person('operator');
});

afterAll(() => stage.close());

const get = (path: string) => operator.call('GET', `${api}${path}`);

/** Resolves with the last page of the feed. */
async function untilFeedEnds(after = ''): Promise<{ readonly next: string }> {
  const { body } = await get(`/changes?limit=1000&after=${after}`);
  return body.items.length === 0 ? body : untilFeedEnds(body.next);
}

/** Resolves when somebody has read the feed who began after this call. */
async function untilFeedIsRead(): Promise<void> {
  const read = vi.spyOn(stage.inbox.feed, 'read');
  await expect.poll(() => read.mock.settledResults.some(({ type }) => type === 'fulfilled')).toBe(true);
  read.mockRestore();
}

interface SentEvent {
  readonly id: string;
  readonly requestId: string | null;
  readonly kind: string;
}

/** Reads this many server-sent events and disconnects. */
async function listen(caller: Caller, headers: Record<string, string> = {}, query = '') {
  const leaving = new AbortController();
  const response = await fetch(`${stage.address}${api}/stream${query}`, {
    headers: { ...caller.headers, ...headers },
    signal: leaving.signal,
  });
  const events: SentEvent[] = [];
  let text = '';
  const reading = (async () => {
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const [, id = ''] = /^id: (.*)$/m.exec(block) ?? [];
        const [, data] = /^data: (.*)$/m.exec(block) ?? [];
        if (data) events.push({ ...JSON.parse(data), id });
      }
    }
  })().catch(() => {});
  return { response, events, reading, leave: () => leaving.abort() };
}

describe('the feed', () => {
  it('gives every event once, in pages, and goes on from where it ended', async () => {
    for (let index = 0; index < 5; index += 1) await stage.inbox.store();
    const seen: { seq: number }[] = [];
    let next = '';
    await expect
      .poll(async () => {
        const { body } = await get(`/changes?limit=2${next && `&after=${next}`}`);
        expect(body.items.length).toBeLessThanOrEqual(2);
        seen.push(...body.items);
        next = body.next;
        return seen.filter((event) => (event as unknown as SentEvent).kind === 'created').length;
      })
      .toBe(5);
    expect(new Set(seen.map(({ seq }) => seq)).size).toBe(seen.length);
    expect(Object.keys(seen[0] ?? {}).sort()).toEqual(['actor', 'at', 'from', 'kind', 'requestId', 'seq', 'to']);
  });

  it.each(['', '?after=', '?after=0'])('begins with the first event when asked for changes%s', async (query) => {
    // The first of all is the owner's account, which the owners' history alone has.
    expect((await get(`/changes${query}`)).body.items[0]).toMatchObject({ seq: 2, kind: 'sign-in' });
  });

  it('rejects a forged cursor', async () => {
    expect((await get('/changes?after=nonsense')).body).toMatchObject({ status: 400, title: 'Invalid cursor' });
  });
});

describe('the stream', () => {
  it('tells what happens from now on, and how to resume', async () => {
    const { response, events, leave, reading } = await listen(operator);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    const ids = [await stage.inbox.store(), await stage.inbox.store(), await stage.inbox.store()];
    await expect.poll(() => events.map(({ requestId }) => requestId)).toEqual(ids);
    leave();
    await reading;
    const missed = await stage.inbox.store();
    const resumed = await listen(operator, { 'last-event-id': events[0]?.id ?? '' });
    await expect.poll(() => resumed.events.map(({ requestId }) => requestId)).toEqual([ids[1], ids[2], missed]);
    resumed.leave();
  });

  it('begins behind the cursor of a page of changes', async () => {
    const { next } = await untilFeedEnds();
    const id = await stage.inbox.store();
    const { events, leave } = await listen(operator, {}, `?after=${next}`);
    await expect.poll(() => events.map(({ requestId }) => requestId)).toEqual([id]);
    leave();
    for (const query of ['?after=nonsense', '?since=now']) {
      expect((await get(`/stream${query}`)).body).toMatchObject({ status: 400 });
    }
  });

  it('gives many listeners the same events, whenever they came', async () => {
    const listeners = [await listen(operator), await listen(await stage.program('read'))];
    const heard = () => listeners.map(({ events }) => events.map(({ requestId }) => requestId));
    const first = await stage.inbox.store();
    await expect.poll(heard).toEqual([[first], [first]]);
    listeners.push(await listen(operator));
    const second = await stage.inbox.store();
    await expect.poll(heard).toEqual([[first, second], [first, second], [second]]);
    for (const { leave } of listeners) leave();
  });

  it('misses no event of a transaction that commits late', async () => {
    const { events, leave } = await listen(operator);
    const slow = await stage.database.pool.connect();
    onTestFinished(() => slow.release(true));
    await slow.query('begin');
    await slow.query("insert into request_events (actor_kind, kind) values ('system', 'sign-in-failed')");
    const fast = await stage.inbox.store();
    await untilFeedIsRead();
    await slow.query('commit');
    await expect.poll(() => events.map(({ kind }) => kind)).toEqual(['sign-in-failed', 'created']);
    expect(events[1]?.requestId).toBe(fast);
    leave();
  });

  it('ends when the app closes', async () => {
    const other = await openOperatorStage();
    const response = await fetch(`${other.address}${api}/stream`, { headers: other.owner.headers });
    const text = handled(response.text());
    await other.close();
    expect(await text).toContain('retry: ');
  });
});

describe('an export', () => {
  it('is CSV that no spreadsheet takes for formulas', async () => {
    const formulas = [
      '=1+1',
      '+1',
      '-1+1',
      '@SUM(A1)',
      ' =1',
      '\u200b=1',
      '\u00a0=1',
      '＝1',
      '＋1',
      '－1',
      '＠1',
      '\n',
    ];
    for (const message of formulas) await stage.inbox.store({ message, typeId: 'csv', name: 'A "quoted", name' });
    const { status, headers, text } = await get('/requests.csv?type=csv');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="requests-\d{4}-\d{2}-\d{2}\.csv"$/);
    for (const message of formulas) expect(text).toMatch(new RegExp(`[,"]'${message.replace(/[+()@]/g, '\\$&')}`));
    expect(text).toContain('"A ""quoted"", name"');
    expect(text.match(/,"?[=+\-@＝＋－＠]/g)).toBeNull();
  });

  it('keeps a negative number a number', async () => {
    await stage.inbox.store({ message: '-1', typeId: 'negative' });
    expect((await get('/requests.csv?type=negative')).text).toContain(',-1,');
  });

  it('keeps a text of several lines in its cell', async () => {
    await stage.inbox.store({ message: 'A cat\n- grey', name: 'Mia\rM.', typeId: 'lines', files: ['a.png', 'b.png'] });
    const { text } = await get('/requests.csv?type=lines');
    for (const cell of ['A cat\n- grey', 'Mia\rM.', 'a.png\nb.png']) expect(text).toContain(`,"${cell}",`);
  });

  it.each([
    ['a;=1+1;', "a;'=1+1;"],
    ['a; =1+1;', "a;' =1+1;"],
    ['a\t@SUM(A1);', "a\t'@SUM(A1);"],
    ['a\n=1+1;', "a\n'=1+1;"],
    ['\n=1+1;', "'\n'=1+1;"],
    ['\r=1+1;', "'\r'=1+1;"],
    [' \t=1+1;', "' \t'=1+1;"],
    ['a\r\n\u200b＝1;', "a\r\n'\u200b＝1;"],
    ['a;-cmd;', "a;'-cmd;"],
    ['See you ;-) ;-D', 'See you ;-) ;-D'],
    ['1+1=2; e-mail: a@example.org', '1+1=2; e-mail: a@example.org'],
  ])('holds no formula for a spreadsheet that splits at semicolons: %j', async (message, cell) => {
    const typeId = randomUUID();
    await stage.inbox.store({ message, typeId });
    const { text } = await get(`/requests.csv?type=${typeId}`);
    expect([`,${cell},`, `,"${cell}",`].some((written) => text.includes(written))).toBe(true);
  });

  it('begins with a byte order mark, and has a heading also without rows', async () => {
    const response = await fetch(`${stage.address}${api}/requests.csv?type=nothing`, { headers: operator.headers });
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(new TextDecoder().decode(bytes)).toMatch(/^number,id,createdAt,status,.*\r\n$/);
  });

  it('is JSON Lines that lose nothing', async () => {
    const message = 'Zwei Katzen\r\n\u2028"=1+1" 😀';
    const id = await stage.inbox.store({ message, typeId: 'jsonl', files: ['a.png'] });
    const { text } = await get('/requests.jsonl?type=jsonl');
    expect(text.endsWith('\n')).toBe(true);
    expect(
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([(await get(`/requests/${id}`)).body]);
  });

  it('is recorded, without what was searched for', async () => {
    await get('/requests.csv?status=SPAM&q=somebody@example.org');
    const { rows } = await stage.database.pool.query(
      'select actor_kind, "to" from request_events where kind = \'export\' order by seq desc limit 1',
    );
    expect(rows).toEqual([{ actor_kind: 'operator', to: { format: 'csv', filter: { status: ['SPAM'] } } }]);
  });

  it('gives its place back when its reader stops reading', async () => {
    for (let index = 0; index < 200; index += 1)
      await stage.inbox.store({ typeId: 'long', message: 'x'.repeat(20_000) });
    const begin = async () => {
      const leaving = new AbortController();
      const response = await fetch(`${stage.address}${api}/requests.jsonl?type=long`, {
        headers: operator.headers,
        signal: leaving.signal,
      });
      leaving.abort();
      return response.status;
    };
    // More than there are places, so each but the first needs one that was given back.
    for (let round = 0; round < 6; round += 1) await expect.poll(begin).toBe(200);
    await expect.poll(async () => (await get('/requests.jsonl?type=jsonl')).status).toBe(200);
  });

  it('waits its turn behind those that run', async () => {
    // More data than the buffers between server and client hold.
    await stage.database.pool.query(`
      insert into commission_requests (id, created_at, status, customer_name, customer_email, message, type_id, extra_ids)
      select gen_random_uuid(), now(), 'NEW', 'x', 'x@example.org', repeat('x', 20000), 'long', '{}' from generate_series(1, 2000)`);
    const leaving = new AbortController();
    const begin = () =>
      fetch(`${stage.address}${api}/requests.jsonl?type=long`, { headers: operator.headers, signal: leaving.signal });
    const running = [await begin(), await begin()];
    expect(running.map(({ status }) => status)).toEqual([200, 200]);
    const { status, body, headers } = await get('/requests.csv');
    expect([status, body.title, headers.get('retry-after')]).toEqual([503, 'The service is busy', '5']);
    leaving.abort();
    await expect.poll(async () => (await get('/requests.csv?type=csv')).status).toBe(200);
  });
});
