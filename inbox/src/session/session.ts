import { callOnce } from '../api/call.ts';
import type { Session } from '../api/shapes.ts';
import { type Cell, createCell } from '../cells/cell.ts';

/** Who is signed in, and the way back when the session has ended. */
export interface SessionKeeper {
  /** Null until it is known. */
  readonly session: Cell<Session | null>;
  /** Whether the person is asked to sign in again. */
  readonly isAsking: Cell<boolean>;
  /** Asks; resolves when somebody is signed in. All who call meanwhile wait for the same. */
  signInAgain(): Promise<void>;
  /** @throws ApiFailure */
  signIn(email: string, password: string): Promise<void>;
  /** Looks whether somebody has signed in, for instance in another window. */
  look(): Promise<void>;
  /** @throws ApiFailure */
  signOut(): Promise<void>;
}

export function createSessionKeeper(): SessionKeeper {
  const session = createCell<Session | null>(null);
  const isAsking = createCell(false);
  let asked: { promise: Promise<void>; resolve(): void } | null = null;

  async function look(): Promise<void> {
    const found = await callOnce<Session>('GET', '/session').catch(() => null);
    if (found === null) return;
    // Another person's page: nothing of the first one's may stay.
    if (session.value !== null && session.value.operator.id !== found.operator.id) location.reload();
    session.set(found);
    isAsking.set(false);
    asked?.resolve();
    asked = null;
  }

  return {
    session,
    isAsking,
    signInAgain() {
      if (asked === null) {
        let resolve = () => {};
        const promise = new Promise<void>((done) => {
          resolve = done;
        });
        asked = { promise, resolve };
        isAsking.set(true);
      }
      return asked.promise;
    },
    async signIn(email, password) {
      await callOnce('POST', '/session', { body: { email, password } });
      await look();
    },
    look,
    async signOut() {
      await callOnce('DELETE', '/session').catch(() => {});
      location.assign('/sign-in');
    },
  };
}
