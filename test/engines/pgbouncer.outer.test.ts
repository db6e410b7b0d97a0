import { describe, expect, it } from 'vitest';
import { startPgBouncer } from '../support/engines.ts';
import {
  bouncer,
  expectAllFail,
  expectAllStored,
  serveThrough,
  setForRole,
  settingsThroughPooler,
  transactionMode,
  useServerBehindPooler,
  warnings,
} from './pooled-service.ts';

describe("Debian's PgBouncer", () => {
  useServerBehindPooler();

  it('stores every submission in session mode, whose sessions get their settings', async () => {
    await setForRole({ synchronous_commit: 'off' });
    const through = await serveThrough(startPgBouncer, ['pool_mode=session', 'default_pool_size=20']);
    expect(bouncer?.version).toMatch(/^1\.18\./);
    await expectAllStored(through);
    expect(await settingsThroughPooler()).toEqual({ commit: 'on', statement: '15s', lock: '5s' });
    expect(warnings(through)).toEqual([expect.stringContaining('synchronous_commit = off')]);
  });

  it('stores nothing in transaction mode, and the failure says which settings would do', async () => {
    const through = await serveThrough(startPgBouncer, transactionMode);
    await expectAllFail(through, /pool_mode = session.*1\.21 or later with max_prepared_statements above 0/);
  });
});
