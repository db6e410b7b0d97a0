import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { solvedChallenge } from '../support/solved-challenge.ts';
import { type GuardStage, openGuardStage } from './stage.ts';

/** Gives challenges, and judges nothing: it knows the first secret for as long as it lives. */
let intake: GuardStage;

beforeAll(async () => {
  intake = await openGuardStage({ mode: 'hold' }, { ROLES: 'intake' });
});

afterAll(() => intake.close());

const secretOf = async () => (await intake.service.pool.query('select secret from service_secrets')).rows[0]?.secret;
const setSecret = (secret: Buffer) => intake.service.pool.query('update service_secrets set secret = $1', [secret]);

/** Sends a form with the proof to a process that has just started. Resolves with the kinds of its signals. */
async function signalsAfterStart(proof: string): Promise<readonly string[]> {
  const started = await openGuardStage({ mode: 'hold' }, { DATABASE_URL: intake.service.databaseUrl });
  try {
    const id = await started.send('198.51.100.1', {}, { proof });
    await intake.verdictOf(id);
    return await intake.signalsOf(id);
  } finally {
    await started.close();
  }
}

describe('a proof whose secret was replaced', () => {
  it('is invalid, and the request held, until the secret is restored', async () => {
    const proof = await solvedChallenge(intake.service.address);
    const secret = await secretOf();
    await setSecret(randomBytes(32));
    expect(await signalsAfterStart(proof)).toEqual(['proof-invalid']);
    await setSecret(secret);
    expect(await signalsAfterStart(proof)).toEqual([]);
  });
});
