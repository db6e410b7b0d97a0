import { describe, expect, it } from 'vitest';
import type { Check, Finding } from './check.ts';
import { chooseChecks, examine, examineAndFix } from './examine.ts';

const ok: Finding = { verdict: 'ok', found: 'all is well' };
const skipped: Finding = { verdict: 'skipped', found: 'there is none' };
const warning: Finding = { verdict: 'warning', found: 'it is nearly full', remedy: 'Make room' };
const wrong: Finding = { verdict: 'wrong', found: 'it is full', remedy: 'Make room' };

const bounds = () => ({ limitMs: 60_000, signal: new AbortController().signal });

function check(run: Check['run'], fix?: Check['fix']): Check {
  return { name: 'part.question', quick: true, run, ...(fix && { fix }) };
}

describe('examine', () => {
  it.each([
    [[], 'ok'],
    [[skipped], 'skipped'],
    [[skipped, ok], 'ok'],
    [[warning, ok], 'warning'],
    [[ok, wrong, warning], 'wrong'],
  ])('takes the worst of the findings %j for its verdict', async (findings, verdict) => {
    expect(
      await examine(
        check(async () => findings),
        bounds(),
      ),
    ).toEqual({
      name: 'part.question',
      verdict,
      findings,
      fixed: [],
    });
  });

  it('reports a check that fails as wrong, with the reason', async () => {
    const failing = [
      async () => Promise.reject(new Error('no such socket')),
      () => {
        throw new Error('no such socket');
      },
    ];
    for (const run of failing) {
      const { verdict, findings } = await examine(check(run), bounds());
      expect(verdict).toBe('wrong');
      expect(findings).toMatchObject([
        { found: expect.stringContaining('no such socket'), command: 'commissions doctor --only part.question' },
      ]);
    }
  });

  it('gives up a check that takes too long, and aborts it', async () => {
    let seen: AbortSignal | null = null;
    const endless = check((signal) => {
      seen = signal;
      return new Promise(() => {});
    });
    const { verdict, findings } = await examine(endless, { ...bounds(), limitMs: 20 });
    expect(verdict).toBe('wrong');
    expect(findings[0]?.found).toContain('no result within 20 ms');
    expect(seen).toMatchObject({ aborted: true });
  });

  it('rejects with the reason when it is aborted, and aborts the check', async () => {
    const stopping = new AbortController();
    let seen: AbortSignal | null = null;
    const endless = check((signal) => {
      seen = signal;
      return new Promise(() => {});
    });
    const examined = examine(endless, { ...bounds(), signal: stopping.signal });
    stopping.abort(new Error('stopped by SIGINT'));
    await expect(examined).rejects.toThrow('stopped by SIGINT');
    expect(seen).toMatchObject({ aborted: true });
    await expect(examine(endless, { ...bounds(), signal: stopping.signal })).rejects.toThrow('stopped by SIGINT');
  });
});

describe('examineAndFix', () => {
  it('fixes a fault and reports the findings after the fix', async () => {
    let isFull = true;
    const fixable = check(
      async () => [isFull ? wrong : ok],
      async () => {
        isFull = false;
        return ['made room'];
      },
    );
    expect(await examineAndFix(fixable, bounds())).toMatchObject({
      verdict: 'ok',
      findings: [ok],
      fixed: ['made room'],
    });
  });

  it.each([ok, skipped])('does not fix a healthy part: %j', async (finding) => {
    const fixable = check(
      async () => [finding],
      async () => {
        throw new Error('it was touched');
      },
    );
    expect(await examineAndFix(fixable, bounds())).toMatchObject({ findings: [finding], fixed: [] });
  });

  it('keeps the finding when fixing fails, and says why', async () => {
    const unfixable = check(
      async () => [warning],
      async () => {
        throw new Error('permission denied');
      },
    );
    const { verdict, findings, fixed } = await examineAndFix(unfixable, bounds());
    expect({ verdict, fixed }).toEqual({ verdict: 'warning', fixed: [] });
    expect(findings).toMatchObject([
      warning,
      { verdict: 'warning', found: expect.stringContaining('permission denied'), remedy: expect.any(String) },
    ]);
  });

  it('reports a fault that no program can fix', async () => {
    expect(
      await examineAndFix(
        check(async () => [wrong]),
        bounds(),
      ),
    ).toMatchObject({ findings: [wrong], fixed: [] });
  });
});

const named: Check[] = ['machine.node', 'database.rights', 'database.clock', 'databases.other'].map((name) => ({
  name,
  quick: false,
  run: async () => [],
}));

describe('the choice of checks', () => {
  it.each([
    ['database', ['database.rights', 'database.clock']],
    ['database.rights', ['database.rights']],
    ['data', []],
    ['database.r', []],
    ['', []],
  ])('chooses by the name of a check or of a part: %j', (name, chosen) => {
    expect(chooseChecks(named, name).map((check) => check.name)).toEqual(chosen);
  });
});
