import type { ClientBase } from 'pg';
import { type CopyStreamQuery, type CopyToStreamQuery, from as copyFrom, to as copyTo } from 'pg-copy-streams';

/** The rows of a statement `copy … to stdout`, in the text format. */
export function copyOut(client: ClientBase, text: string): CopyToStreamQuery {
  return withoutTimer(client.query(copyTo(text)));
}

/** Takes the rows of a statement `copy … from stdin`, in the text format. */
export function copyIn(client: ClientBase, text: string): CopyStreamQuery {
  return withoutTimer(client.query(copyFrom(text)));
}

/** `pg` times every query, and waits for a call that these streams never make: its timer would keep the process alive. */
function withoutTimer<T extends CopyStreamQuery | CopyToStreamQuery>(stream: T): T {
  const timed: T & { callback?: () => void } = stream;
  stream.once('close', () => timed.callback?.());
  return stream;
}
