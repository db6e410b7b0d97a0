import type { FastifyReply } from 'fastify';

/** Calls back when the response has been sent or its client has left; at once when that was before. */
export function whenOver({ raw }: FastifyReply, then: () => void): void {
  if (raw.closed) then();
  else raw.once('close', then);
}

/** Aborted when the client leaves. */
export function signalOf(reply: FastifyReply): AbortSignal {
  const leaving = new AbortController();
  whenOver(reply, () => leaving.abort());
  return leaving.signal;
}
