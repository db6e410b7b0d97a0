import { callOnce } from '../api/send.ts';
import type { Session } from '../api/shapes.ts';
import { type Cell, createCell } from '../cells/cell.ts';

/** The current session, and signing in again after it has ended. */
export interface SessionKeeper {
  /** Null until the session is loaded. */
  readonly session: Cell<Session | null>;
  /** True while the sign-in dialog is open. */
  readonly isAsking: Cell<boolean>;
  /** Opens the sign-in dialog and resolves when a person is signed in. Concurrent calls share one dialog. */
  signInAgain(): Promise<void>;
  /** @throws ApiFailure */
  signIn(email: string, password: string): Promise<void>;
  /** Checks whether a person has signed in, for instance in another window. */
  refresh(): Promise<void>;
  /** @throws ApiFailure */
  signOut(): Promise<void>;
}

export function createSessionKeeper(): SessionKeeper {
  const session = createCell<Session | null>(null);
  const isAsking = createCell(false);
  let asked: { promise: Promise<void>; resolve(): void } | null = null;

  async function refresh(): Promise<void> {
    const found = await callOnce<Session>('GET', '/session').catch(() => null);
    if (found === null) return;
    // Another person has signed in. The page must not show data of the first person.
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
      await refresh();
    },
    refresh,
    async signOut() {
      await callOnce('DELETE', '/session').catch(() => {});
      location.assign('/sign-in');
    },
  };
}
