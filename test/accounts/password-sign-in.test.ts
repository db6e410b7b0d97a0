import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPasswords } from '../../src/accounts/passwords.ts';
import { type MigratedDatabase, openMigratedDatabase } from '../support/migrated-database.ts';
import { type AccountsStage, client, goodPassword, openAccounts } from './stage.ts';

let database: MigratedDatabase;
let accounts: AccountsStage;

beforeEach(async () => {
  database = await openMigratedDatabase();
  accounts = openAccounts(database.pool);
  await accounts.makeOwner('owner@example.org');
});

afterEach(() => database.close());

const signIn = (email: string, password: string, ipAddress = client.ipAddress) =>
  accounts.passwordSignIn.signIn({ email, password, client: { ...client, ipAddress } });

describe('signing in with a password', () => {
  it('starts a session, in any case of the address', async () => {
    expect(await signIn('OWNER@example.org', goodPassword)).toMatchObject({ session: { token: expect.any(String) } });
  });

  it.each([
    ['müller.example', 'xn--mller-kva.example'],
    ['xn--mller-kva.example', 'ＭÜLLER.example'],
  ])('starts a session of an account at %s for an address at %s', async (one, other) => {
    await accounts.makeOperator(`zoe@${one}`, 'viewer');
    for (const domain of [one, other]) expect(await signIn(`Zoe@${domain}`, goodPassword)).toHaveProperty('session');
  });

  it('takes no local part for another that only looks the same', async () => {
    expect(await signIn('ｏwner@example.org', goodPassword)).toEqual({ rejected: 'wrong-credentials' });
  });

  it('counts all forms of an address as one account', async () => {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await signIn('zoe@müller.example', 'a wrong guess');
      await signIn('zoe@xn--mller-kva.example', 'a wrong guess');
    }
    expect(await signIn('ZOE@müller.example', 'a wrong guess')).toMatchObject({ rejected: 'too-many-attempts' });
  });

  it('rejects a wrong password and an unknown account alike, and records it without the address', async () => {
    expect(await signIn('owner@example.org', 'wrong password')).toEqual({ rejected: 'wrong-credentials' });
    expect(await signIn('nobody@example.org', goodPassword)).toEqual({ rejected: 'wrong-credentials' });
    const { rows } = await database.pool.query("select * from request_events where kind = 'sign-in-failed'");
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toContain('@');
  });

  it('takes as much work for an unknown account', async () => {
    // The work of a service's passwords, beside which that of the database is small.
    accounts = openAccounts(database.pool, createPasswords());
    await accounts.makeOperator('zoe@example.org', 'viewer');
    // Unlike the time that passes, the processor's time is the same on a busy machine.
    const workOf = async (email: string, round: number) => {
      const before = process.cpuUsage();
      await signIn(email, 'wrong password', `192.0.2.${round}`);
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    const work = { known: [] as number[], unknown: [] as number[] };
    for (let round = 0; round < 5; round += 1) {
      work.known.push(await workOf('zoe@example.org', round));
      work.unknown.push(await workOf('nobody@example.org', round));
    }
    const ratio = Math.min(...work.unknown) / Math.min(...work.known);
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
  });

  it('stops guessing at one account from one address, for everybody who guesses from there', async () => {
    const results = [];
    for (let attempt = 0; attempt < 11; attempt += 1) results.push(await signIn('owner@example.org', 'a wrong guess'));
    expect(results[9]).toEqual({ rejected: 'wrong-credentials' });
    expect(results[10]).toEqual({ rejected: 'too-many-attempts', retryAfterS: expect.any(Number) });
    // While sign-in is locked, the right password must fail like a wrong one. Otherwise an attacker could confirm a
    // guess.
    expect(await signIn('owner@example.org', goodPassword)).toMatchObject({ rejected: 'too-many-attempts' });
    // The owner can still sign in from another address.
    expect(await signIn('owner@example.org', goodPassword, '198.51.100.1')).toMatchObject({
      session: expect.anything(),
    });
  });

  it('stops guessing at many accounts from one address', async () => {
    let rejected: unknown;
    for (let attempt = 0; attempt < 51; attempt += 1) {
      const retryAfterS = await accounts.limits.count(`person${attempt}@example.org`, '203.0.113.9');
      rejected = retryAfterS;
    }
    expect(rejected).toBeGreaterThan(0);
    expect(await accounts.limits.count('somebody@example.org', '203.0.113.10')).toBeNull();
  });

  it('counts the addresses of one IPv6 network as one', async () => {
    const guess = (address: string) => accounts.limits.count('owner@example.org', address);
    for (let attempt = 1; attempt <= 10; attempt += 1) expect(await guess(`2001:db8:0:7::${attempt}`)).toBeNull();
    expect(await guess('2001:db8:0:7:ffff::1')).toBeGreaterThan(0);
    expect(await guess('2001:db8:0:8::1')).toBeNull();
    await accounts.limits.forget('owner@example.org', '2001:db8:0:7::99');
    expect(await guess('2001:db8:0:7::1')).toBeNull();
  });
});
