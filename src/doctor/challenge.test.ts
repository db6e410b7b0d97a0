import { createSecretKey, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createDoctorChallenge } from './challenge.ts';

const key = createSecretKey(randomBytes(32));
const challenge = createDoctorChallenge(async () => key);

describe('the challenge of the doctor', () => {
  it('answers a question of its own, each with another answer', async () => {
    const [first, second] = [await challenge.ask(), await challenge.ask()];
    expect(await challenge.answer(first.question)).toBe(first.answer);
    expect(await challenge.answer(second.question)).toBe(second.answer);
    expect(first.answer).not.toBe(second.answer);
  });

  it('gives no answer to a doctor with another secret', async () => {
    const stranger = createDoctorChallenge(async () => createSecretKey(randomBytes(32)));
    const { question, answer } = await challenge.ask();
    expect(await stranger.answer(question)).toBeNull();
    const [nonce] = question.split('.');
    for (const forged of ['', '.', `${nonce}.`, `${nonce}.${answer}`, `${question}=`, question.toLowerCase()]) {
      expect(await challenge.answer(forged)).toBeNull();
    }
  });

  it('gives no answer while the database is away', async () => {
    const { question } = await challenge.ask();
    const away = createDoctorChallenge(() => Promise.reject(new Error('away')));
    expect(await away.answer(question)).toBeNull();
    await expect(away.ask()).rejects.toThrow('away');
  });
});
