import { createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import type { DoctorChallenge } from './challenge.ts';

const nonceBytes = 16;
const questionPattern = /^([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;

/** @param secret The database's. It signs longer texts here than for status links, so neither can replace the other. */
export function createDoctorChallenge(secret: () => Promise<KeyObject>): DoctorChallenge {
  const sign = async (purpose: 'question' | 'answer', nonce: string) =>
    createHmac('sha256', await secret())
      .update(`doctor ${purpose} ${nonce}`)
      .digest();

  return {
    async ask() {
      const nonce = randomBytes(nonceBytes).toString('base64url');
      const question = `${nonce}.${(await sign('question', nonce)).toString('base64url')}`;
      return { question, answer: (await sign('answer', nonce)).toString('base64url') };
    },
    async answer(question) {
      const [, nonce, signature] = questionPattern.exec(question) ?? [];
      if (nonce === undefined || signature === undefined) return null;
      try {
        const expected = await sign('question', nonce);
        if (!timingSafeEqual(expected, Buffer.from(signature, 'base64url'))) return null;
        return (await sign('answer', nonce)).toString('base64url');
      } catch {
        return null;
      }
    },
  };
}
