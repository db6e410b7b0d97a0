import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type DoctorChallenge, pauseMs, questionHeader, type SeenByService } from '../../doctor/challenge.ts';
import { clientAddressOf } from '../../intake/submission/client-address.ts';

/** The program that responds. */
export interface ProgramVersion {
  readonly version: string;
  /** The commit that it was built from, 40 hexadecimal digits. Null when the build knew none. */
  readonly commit: string | null;
}

export interface HealthParts {
  readonly doctorChallenge: DoctorChallenge;
  readonly program: ProgramVersion;
}

/**
 * Resolves with the version. Resolves for the doctor with its request as it arrived, as server-sent events: one at once,
 * one after a pause.
 */
export async function healthResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  { doctorChallenge, program }: HealthParts,
  listener: SeenByService['listener'],
): Promise<Readable | (ProgramVersion & { readonly status: 'alive' })> {
  const question = request.headers[questionHeader];
  const answer = typeof question === 'string' ? await doctorChallenge.answer(question) : null;
  if (answer === null) return { status: 'alive', ...program };
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
