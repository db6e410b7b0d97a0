import { createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';

/** Lets doctor and service recognize each other through a proxy: both have the same database. */
export interface DoctorChallenge {
  /** Resolves with a new question and the answer that only this service gives. Rejects when the database is down. */
  ask(): Promise<{ readonly question: string; readonly answer: string }>;
  /** Resolves with null for a question from another database, and when the database cannot be reached. */
  answer(question: string): Promise<string | null>;
}

/** The header of a request to `/healthz` that contains the question. */
export const questionHeader = 'doctor-question';

/** The answer of the service to a doctor with a valid question. */
export interface SeenByService {
  readonly answer: string;
  /** The listener that answers. */
  readonly listener: 'form' | 'inbox';
  /** The client's address, determined with `TRUSTED_PROXIES`. */
  readonly address: string;
  /** `X-Forwarded-For` as it arrived, or null without one. */
  readonly forwardedFor: string | null;
}

/** Pause between the data and the end of the response. A proxy that buffers responses forwards both at once. */
export const pauseMs = 2000;

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
