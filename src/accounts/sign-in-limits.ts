import type { Pool } from 'pg';
import { type IRateLimiterPostgresOptions, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { addressOrPrefixOf } from '../intake/submission/client-network.ts';
import type { SignInLimits } from './accounts.ts';
import { emailKey } from './email-address.ts';
import { hashSecret } from './secret.ts';

const quarterHourS = 15 * 60;
const hourS = 60 * 60;

export function createSignInLimits(pool: Pool): SignInLimits {
  const limiter = (name: string, points: number, duration: number) =>
    new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'sign_in_attempts',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: name,
      points,
      duration,
    } satisfies IRateLimiterPostgresOptions);
  const pair = limiter('pair', 10, quarterHourS);
  const address = limiter('address', 50, quarterHourS);
  const account = limiter('account', 200, hourS);

  return {
    async count(email, ipAddress) {
      const keys = keysOf(email, ipAddress);
      const waitMs = await consume([pair.consume(keys.pair), address.consume(keys.address)]);
      // An attempt that its address may not make is not counted for the account: else one address could lock it.
      return waitMs === null ? secondsOf(await consume([account.consume(keys.account)])) : secondsOf(waitMs);
    },
    async forget(email, ipAddress) {
      const keys = keysOf(email, ipAddress);
      // An office may have many people behind one address. Their successful attempts must not use up its limit.
      await Promise.all([pair.delete(keys.pair), account.delete(keys.account), address.reward(keys.address)]);
    },
  };
}

/** Returns the longest wait in milliseconds, or null when every limiter allows the attempt. @throws a limiter's failure */
async function consume(limiters: readonly Promise<RateLimiterRes>[]): Promise<number | null> {
  const outcomes = await Promise.allSettled(limiters);
  const reasons = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason as unknown);
  const failure = reasons.find((reason) => !(reason instanceof RateLimiterRes));
  if (failure !== undefined) throw failure;
  return reasons.length === 0 ? null : Math.max(...reasons.map((reason) => (reason as RateLimiterRes).msBeforeNext));
}

function secondsOf(waitMs: number | null): number | null {
  return waitMs === null ? null : Math.max(1, Math.ceil(waitMs / 1000));
}

function keysOf(email: string, ipAddress: string) {
  const account = hashSecret(emailKey(email));
  const network = addressOrPrefixOf(ipAddress);
  return { account, address: hashSecret(network), pair: hashSecret(`${account} ${network}`) };
}
