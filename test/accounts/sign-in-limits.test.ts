import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SignInLimits } from '../../src/accounts/accounts.ts';
import { createSignInLimits } from '../../src/accounts/sign-in-limits.ts';
import { type MigratedDatabase, openMigratedDatabase } from '../support/migrated-database.ts';

const email = 'owner@example.org';
const stranger = '198.51.100.1';
const home = '203.0.113.1';

let database: MigratedDatabase;
let limits: SignInLimits;

beforeEach(async () => {
  database = await openMigratedDatabase();
  limits = createSignInLimits(database.pool);
});

afterEach(() => database.close());

describe('the limits on signing in', () => {
  it('reject the eleventh attempt from one address, and say how long to wait', async () => {
    for (let attempt = 1; attempt <= 10; attempt += 1) expect(await limits.count(email, stranger)).toBeNull();
    const waitS = await limits.count(email, stranger);
    expect(waitS).toBeGreaterThan(0);
    expect(waitS).toBeLessThanOrEqual(15 * 60);
  });

  it('keep no owner out because of attempts from one other address', async () => {
    for (let attempt = 1; attempt <= 250; attempt += 1) await limits.count(email, stranger);
    expect(await limits.count(email, home)).toBeNull();
  });

  it('reject attempts from ever new addresses', async () => {
    for (let attempt = 0; attempt < 200; attempt += 1) {
      expect(await limits.count(email, `192.0.${Math.floor(attempt / 9)}.1`)).toBeNull();
    }
    expect(await limits.count(email, home)).toBeGreaterThan(0);
  });
});
