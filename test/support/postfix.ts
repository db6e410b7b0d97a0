import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startEngine } from './engines.ts';
import { freePort } from './free-port.ts';

/** A real mail server. `stop` removes its queue, mails and processes. */
export interface Postfix {
  readonly port: number;
  /** Resolves with the mails that were delivered for example.org, as stored in the Maildir. */
  mails(): Promise<readonly string[]>;
  /** Resolves with the recipient of each mail that was delivered, as the log names it. */
  recipients(): Promise<readonly string[]>;
  stop(): Promise<void>;
}

export async function startPostfix(): Promise<Postfix> {
  const port = await freePort();
  const { printed: maildir, stop } = await startEngine('postfix', 'POSTFIX_STATE', { PORT: port });
  return {
    port,
    stop,
    async mails() {
      const folder = join(maildir, 'new');
      // The folder does not exist before the first mail.
      const names = await readdir(folder).catch(() => []);
      return Promise.all(names.sort().map((name) => readFile(join(folder, name), 'utf8')));
    },
    async recipients() {
      const log = await readFile(join(maildir, '../../log/postfix.log'), 'utf8');
      return [...log.matchAll(/ to=<([^>]+)>,.* status=sent /g)].map(([, address = '']) => address);
    },
  };
}
