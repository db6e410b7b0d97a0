import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { indexNewRequests } from '../../src/requests/inbox/search-index.ts';
import { versionOf } from '../../src/studio/document/terms-version.ts';
import { filePart } from '../support/form.ts';
import { publishStudio } from '../support/publish-studio.ts';
import { type CommandStage, openCommands } from './stage.ts';

let stage: CommandStage;

beforeAll(async () => {
  stage = await openCommands();
});

afterAll(() => stage.close());

describe('commissions requests', () => {
  it('lists, shows and changes a request, by its id or its number', async () => {
    const id = await stage.submit('list@example.org', 'Otto \u001b[31mRed\u001b[0m');
    const [listed] = await stage.jsonOf('requests', 'list', '--limit', '1');
    expect(listed).toMatchObject({ id, status: 'NEW', customerEmail: 'list@example.org' });
    const { stdout } = await stage.run('requests', 'list');
    expect(stdout).toContain(listed.number);
    expect(stdout).not.toContain('\u001b');
    expect((await stage.run('requests', 'show', listed.number)).stdout).toMatch(
      /E-mail: list@example\.org\n.*Browser: node\n.* created by customer/s,
    );
    const changed = await stage.run('requests', 'status', listed.number.toLowerCase(), 'accepted');
    expect(changed).toMatchObject({ code: 0, stdout: `${listed.number}: NEW → ACCEPTED\n` });
    const [shown] = await stage.jsonOf('requests', 'show', id);
    expect(shown).toMatchObject({ status: 'ACCEPTED', version: 2 });
    expect(shown.events).toMatchObject([{ kind: 'created' }, { kind: 'status', actor: { kind: 'system' } }]);
    expect(await stage.jsonOf('requests', 'list', '--status', 'accepted')).toMatchObject([{ id }]);
  });

  it('lists by arrival and by answers, and shows what the customer told and the guard found', async () => {
    const { pool } = stage.service;
    const options = [{ id: 'a4', name: 'A4' }];
    const revision = await publishStudio(pool, {
      questions: [
        { id: 'size', label: 'Size?', kind: 'choice', options },
        { id: 'place', label: 'Where?', kind: 'text', required: true },
      ],
      terms: [{ id: 'use', title: 'Usage', text: 'No AI.', required: true }],
    });
    await publishStudio(pool, {});
    const form = {
      v: 1,
      revision,
      answers: { size: 'a4', '\u001b[31m\nEvil': 'x' },
      terms: [{ id: 'use', sha256: versionOf('No AI.'), language: 'en' }],
      estimate: { amount: 1250, currency: 'EUR' },
      queueName: 'Mondvogel',
    };
    const headers = ['Content-Disposition: form-data; name="commission-form"'];
    const id = await stage.submit('told@example.org', 'Vera', { headers, body: JSON.stringify(form) });
    await pool.query("update commission_requests set arrival = 'full', status = 'WAITLISTED' where id = $1", [id]);
    await pool.query("insert into request_signals (request_id, kind, held) values ($1, 'many-links', false)", [id]);
    // The service has no inbox, so its upkeep makes no search rows.
    await indexNewRequests(pool, () => false, new AbortController().signal);
    expect(await stage.jsonOf('requests', 'list', '--arrival', 'closed')).toEqual([]);
    expect(await stage.jsonOf('requests', 'list', '--arrival', 'closed,full')).toMatchObject([
      { id, arrival: 'full', rank: 1 },
    ]);
    expect(await stage.jsonOf('requests', 'list', '--held')).toEqual([]);
    expect(await stage.jsonOf('requests', 'list', '--answer', 'size=a3', '--answer', 'size=a5')).toEqual([]);
    expect(await stage.jsonOf('requests', 'list', '--answer', 'size=a3', '--answer', 'size=a4')).toMatchObject([
      { id },
    ]);
    const { stdout } = await stage.run('requests', 'show', id);
    for (const line of [
      'Arrival: while the form was full',
      'Rank on the waiting list: 1',
      'Seen by the guard: Its name and text have more than 5 links',
      'Answer to Size?: A4',
      'Answer to \ufffd[31m\n    Evil: x (the form has no such question)',
      'Not answered: place',
      'Terms: all required ones are agreed to',
      "Estimate: 12.50 EUR was shown, none is the service's own sum",
      'Name in the queue: Mondvogel (not shown)',
    ])
      expect(stdout).toContain(`\n${line}`);
    expect(stdout).toMatch(/\nAgreed to: Usage \(en, [0-9a-f]{64}, \d{4}-/);
  });

  it('shows what would be erased, erases it, and says so', async () => {
    const first = await stage.submit('erase@example.org', 'Vera', filePart('a.png', 'abc'));
    const second = await stage.submit('Erase@example.org');
    const dry = await stage.jsonOf('requests', 'erase', '--email', 'erase@example.org', '--dry-run');
    expect(dry).toMatchObject([
      { id: first, files: 1, bytes: 3 },
      { id: second, files: 0, bytes: 0 },
    ]);
    const previews = join(stage.service.dataDirectory, 'previews', first.slice(-2), first);
    await mkdir(previews, { recursive: true });
    await writeFile(join(previews, '0-small.webp'), 'as the inbox makes it');
    const erased = await stage.jsonOf('requests', 'erase', first);
    expect(erased).toMatchObject([{ requestId: first, isComplete: true, reason: 'request' }]);
    const others = await stage.run('requests', 'erase', '--email', 'erase@example.org');
    expect(others).toMatchObject({ code: 0, stdout: expect.stringContaining(second) });
    expect(await stage.run('requests', 'show', first)).toMatchObject({
      code: 1,
      stderr: `Could not show the request: there is no request ${first}\n`,
    });
    expect((await stage.run('reconcile', '--older-than-hours', '0')).code).toBe(0);
    await expect(stat(previews)).rejects.toThrow('ENOENT');
  });

  it.each([[[]], [['--dry-run']]])('says that there is nothing to erase: %j', async (more) => {
    expect(await stage.run('requests', 'erase', '--email', 'nobody@example.org', ...more)).toMatchObject({
      code: 0,
      stdout: '',
      stderr: 'There is no request from this address\n',
    });
  });

  it('erases what the rule says', async () => {
    const id = await stage.submit('rule@example.org');
    await stage.run('requests', 'status', id, 'SPAM');
    const dry = await stage.runWith({ RETENTION: 'SPAM=1' }, 'requests', 'erase', '--retention', '--dry-run', '--json');
    expect(dry).toMatchObject({ code: 0, stdout: '' });
    expect(await stage.run('requests', 'erase', '--retention')).toMatchObject({
      code: 1,
      stderr: 'Could not erase: RETENTION is not set\n',
    });
  });
});
