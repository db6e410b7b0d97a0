import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startEngine } from './engines.ts';
import { freePort } from './free-port.ts';

/** A real mail server of its own: queue, mails and processes go with `stop`. */
export interface Postfix {
  readonly port: number;
  /** What it has delivered for example.org, as it lies in the Maildir. */
  mails(): Promise<readonly string[]>;
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
      // The first mail makes the folder.
      const names = await readdir(folder).catch(() => []);
      return Promise.all(names.sort().map((name) => readFile(join(folder, name), 'utf8')));
    },
  };
}
