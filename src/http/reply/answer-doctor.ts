import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type DoctorChallenge, pauseMs, questionHeader, type SeenByService } from '../../doctor/challenge.ts';
import { clientAddressOf } from '../../intake/submission/client-address.ts';

/**
 * Resolves with the doctor's request as it arrived, as server-sent events: one at once, one after a pause. Resolves
 * with null for every other client.
 */
export async function answerDoctor(
  request: FastifyRequest,
  reply: FastifyReply,
  challenge: DoctorChallenge,
  listener: SeenByService['listener'],
): Promise<Readable | null> {
  const question = request.headers[questionHeader];
  const answer = typeof question === 'string' ? await challenge.answer(question) : null;
  if (answer === null) return null;
  const forwardedFor = request.headers['x-forwarded-for']?.toString() ?? null;
  const seen: SeenByService = { answer, listener, address: clientAddressOf(request), forwardedFor };
  // The same headers as for the inbox's live updates.
  reply.type('text/event-stream; charset=utf-8').headers({ 'x-accel-buffering': 'no', 'cache-control': 'no-store' });
  return Readable.from(eventsOf(seen));
}

async function* eventsOf(seen: SeenByService): AsyncGenerator<string> {
  yield `data: ${JSON.stringify(seen)}\n\n`;
  await sleep(pauseMs, undefined, { ref: false });
  yield 'data: null\n\n';
}
