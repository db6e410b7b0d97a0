import type { Pool } from 'pg';
import { type IRateLimiterPostgresOptions, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { networkOf } from '../submission/client-network.ts';
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
      const counted = await Promise.allSettled([
        pair.consume(keys.pair),
        address.consume(keys.address),
        account.consume(keys.account),
      ]);
      const waitsMs = counted.map(waitMs).filter((ms) => ms !== null);
      return waitsMs.length === 0 ? null : Math.max(1, Math.ceil(Math.max(...waitsMs) / 1000));
    },
    async forget(email, ipAddress) {
      const keys = keysOf(email, ipAddress);
      // An office behind one address may have many people who sign in.
      await Promise.all([pair.delete(keys.pair), account.delete(keys.account), address.reward(keys.address)]);
    },
  };
}

/** Null for an attempt that is allowed. @throws what broke, when it was not the limit */
function waitMs(outcome: PromiseSettledResult<unknown>): number | null {
  if (outcome.status === 'fulfilled') return null;
  if (outcome.reason instanceof RateLimiterRes) return outcome.reason.msBeforeNext;
  throw outcome.reason;
}

function keysOf(email: string, ipAddress: string) {
  const account = hashSecret(emailKey(email));
  const network = networkOf(ipAddress);
  return { account, address: hashSecret(network), pair: hashSecret(`${account} ${network}`) };
}
