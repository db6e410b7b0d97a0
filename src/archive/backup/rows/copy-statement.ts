import type { ClientBase } from 'pg';
import { type CopyStreamQuery, type CopyToStreamQuery, from as copyFrom, to as copyTo } from 'pg-copy-streams';

/** Returns the stream of rows of a `copy … to stdout` statement, in the text format. */
export function copyOut(client: ClientBase, text: string): CopyToStreamQuery {
  return withoutTimer(client.query(copyTo(text)));
}

/** Returns the stream that takes the rows of a `copy … from stdin` statement, in the text format. */
export function copyIn(client: ClientBase, text: string): CopyStreamQuery {
  return withoutTimer(client.query(copyFrom(text)));
}

/** Ends the timer that `pg` starts for every query. These streams never end it, and it would keep the process alive. */
function withoutTimer<T extends CopyStreamQuery | CopyToStreamQuery>(stream: T): T {
  const timed: T & { callback?: () => void } = stream;
  stream.once('close', () => timed.callback?.());
  return stream;
}
