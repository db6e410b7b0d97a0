import { performance } from 'node:perf_hooks';
import { z } from 'zod';
import { type DoctorChallenge, questionHeader, type SeenByService } from '../challenge.ts';
import type { ProxyParts } from './proxy-parts.ts';

/** The outcome of a request to `/healthz` with a question of the doctor. */
export type Asked =
  /** The service has this database, and sent the request as it arrived. */
  | { readonly kind: 'this-service'; readonly seen: SeenByService; readonly gapMs: number }
  /** A service responds but does not recognize the question: without a question, or without access to this database. */
  | { readonly kind: 'a-service' }
  | { readonly kind: 'no-service'; readonly status: number };

/** An address of the block for documentation (RFC 5737), which no host has. */
export const madeUpAddress = '192.0.2.1';

const seenSchema = z.object({
  answer: z.string(),
  listener: z.enum(['form', 'inbox']),
  address: z.string(),
  forwardedFor: z.string().nullable(),
});
const aliveSchema = z.object({ status: z.literal('alive') });
const maxBytes = 16 * 1024;
const connectMs = 5000;
const responseMs = 10_000;

/** Rejects with the network's error. */
export async function askService(
  url: URL,
  challenge: DoctorChallenge | null,
  { connect }: Pick<ProxyParts, 'connect'>,
  signal: AbortSignal,
): Promise<Asked> {
  const asked = (await challenge?.ask()) ?? null;
  const headers = {
    accept: 'text/event-stream, application/json',
    'x-forwarded-for': madeUpAddress,
    ...(asked && { [questionHeader]: asked.question }),
  };
  // Each start of the service loads this module for its quick checks, which send no request and need no client.
  const { Agent, request } = await import('undici');
  const dispatcher = new Agent({
    connect: { timeout: connectMs, ...connect },
    ...(connect?.localAddress !== undefined && { localAddress: connect.localAddress }),
    headersTimeout: responseMs,
    bodyTimeout: responseMs,
  });
  try {
    const { statusCode: status, body } = await request(new URL('healthz', url), { headers, dispatcher, signal });
    const pieces = await readPieces(body);
    if (status !== 200) return { kind: 'no-service', status };
    const [text, gapMs] = [pieces.map((piece) => piece.text).join(''), gapOf(pieces)];
    const seen = seenSchema.safeParse(jsonOf(/^data: (\{.*\})$/m.exec(text)?.[1] ?? ''));
    if (seen.success && seen.data.answer === asked?.answer) return { kind: 'this-service', seen: seen.data, gapMs };
    return aliveSchema.safeParse(jsonOf(text)).success ? { kind: 'a-service' } : { kind: 'no-service', status };
  } finally {
    await dispatcher.destroy();
  }
}

interface Piece {
  readonly text: string;
  readonly atMs: number;
}

async function readPieces(body: AsyncIterable<Buffer>): Promise<readonly Piece[]> {
  const pieces: Piece[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maxBytes) break;
    pieces.push({ text: chunk.toString(), atMs: performance.now() });
  }
  return pieces;
}

/** Returns the milliseconds between the first piece and the last. */
function gapOf(pieces: readonly Piece[]): number {
  return (pieces.at(-1)?.atMs ?? 0) - (pieces[0]?.atMs ?? 0);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
