import { type Agent, type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { StoreTimeoutError } from './call-scope.ts';
import type { S3Address } from './s3-address.ts';

/** A request whose head is complete. */
export interface SignedRequest {
  readonly method: string;
  readonly path: string;
  /** Without the question mark; may be empty. */
  readonly query: string;
  /** `host` included. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Writes the body and ends the request. Rejects at the latest when `broken` does. */
export type SendBody = (request: ClientRequest, broken: Promise<never>) => Promise<void>;

/** The way to a store. */
export interface S3Route {
  readonly address: S3Address;
  readonly agent: Agent;
  readonly patience: S3Patience;
}

export interface S3Patience {
  /** How long a connection may take, TLS included. */
  readonly connectMs: number;
  /** How long a connection may be silent in both directions while a request is under way. */
  readonly silenceMs: number;
}

/**
 * Sends one request, and resolves with the head of its answer, which may come before the body has been sent.
 * Rejects with what broke the connection, what `send` threw, `StoreTimeoutError` or the reason of the abort; `send` is
 * over then. An abort later on breaks the answer's body.
 */
export async function exchange(
  { address, agent, patience }: S3Route,
  signed: SignedRequest,
  send: SendBody,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const request = openRequest(address, agent, signed);
  limitWaiting(request, patience);
  const broken = breakOf(request, signal);
  const answered = new Promise<IncomingMessage>((resolve) => request.once('response', resolve));
  const sent = send(request, broken);
  sent.catch((error: Error) => request.destroy(error));
  const answer = await Promise.race([answered, sent.then(() => broken)]);
  if (isSuccess(answer)) await sent;
  else answer.once('end', () => stopSending(request));
  return answer;
}

/** Rejects when the request has come to its end, or as soon as it is aborted: it may wait for a connection long after. */
function breakOf(request: ClientRequest, signal: AbortSignal): Promise<never> {
  const broken = new Promise<never>((_resolve, reject) => {
    request.on('error', reject).once('close', () => reject(new Error('The connection to the object store was closed')));
    signal.addEventListener('abort', () => {
      request.destroy(signal.reason);
      reject(signal.reason);
    });
  });
  broken.catch(() => undefined);
  return broken;
}

/** A connection over which a body was not sent whole carries no other request. */
function stopSending(request: ClientRequest): void {
  if (!request.writableFinished) request.destroy();
}

export function isSuccess({ statusCode = 0 }: IncomingMessage): boolean {
  return statusCode >= 200 && statusCode < 300;
}

function openRequest({ protocol, hostname, port }: S3Address, agent: Agent, signed: SignedRequest) {
  const { method, headers, query } = signed;
  const path = query === '' ? signed.path : `${signed.path}?${query}`;
  const options = { agent, hostname, port, method, path, headers };
  return protocol === 'https:' ? requestHttps(options) : requestHttp(options);
}

function limitWaiting(request: ClientRequest, { connectMs, silenceMs }: S3Patience): void {
  request.setTimeout(silenceMs, () => {
    request.destroy(new StoreTimeoutError(`The object store was silent for ${silenceMs} ms`));
  });
  request.once('socket', (socket) => {
    if (!socket.connecting) return;
    const timer = setTimeout(() => {
      request.destroy(new StoreTimeoutError(`The object store took no connection within ${connectMs} ms`));
    }, connectMs);
    const isConnected = 'encrypted' in socket ? 'secureConnect' : 'connect';
    socket.once(isConnected, () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
  });
}
