import type { Readable } from 'node:stream';
import type { Agent } from 'undici';
import { assertReachableLiteral, createGuardedLookup, type ResolveName } from './address-policy.ts';

export interface ReceiverResponse {
  readonly status: number;
  /** With lower-case names. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The beginning of the body, at most 1 KiB. */
  readonly excerpt: Buffer;
}

interface ReceiverRequest {
  readonly method?: 'GET' | 'POST';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | null;
  readonly verifiesTls: boolean;
}

/** Sends requests, by default with POST, to the URLs that owners or hosts enter. */
export interface ReceiverClient {
  /**
   * Resolves with any response, including a redirect, which is not followed. Reads only its head and 1 KiB of its body.
   * Rejects with a `BlockedAddressError` when the host is or has a private address, with the error of the network, or
   * with the reason of the signal.
   */
  send(request: ReceiverRequest, signal: AbortSignal): Promise<ReceiverResponse>;
  close(): Promise<void>;
}

interface ReceiverClientOptions {
  /** True allows addresses that are not globally reachable. */
  readonly allowsPrivate: boolean;
  readonly resolveName?: ResolveName;
}

const excerptBytes = 1024;
const excerptMs = 2000;
const maxHeaderBytes = 16 * 1024;
const connectMs = 10_000;
// Shorter than the default keep-alive of receivers: a request is lost when the receiver closes the idle connection.
const idleMs = 1000;

/** Creates a client that loads undici at the first request. */
export function createReceiverClient({ allowsPrivate, resolveName }: ReceiverClientOptions): ReceiverClient {
  const agents = new Map<boolean, Agent>();
  const lookup = allowsPrivate ? {} : { lookup: createGuardedLookup(resolveName) };
  let loading: Promise<typeof import('undici')> | null = null;

  function agentOf(verifiesTls: boolean, undici: typeof import('undici')): Agent {
    const agent =
      agents.get(verifiesTls) ??
      new undici.Agent({
        connect: { ...lookup, rejectUnauthorized: verifiesTls, timeout: connectMs },
        maxHeaderSize: maxHeaderBytes,
        keepAliveTimeout: idleMs,
        keepAliveMaxTimeout: idleMs,
        headersTimeout: 0,
        bodyTimeout: 0,
      });
    agents.set(verifiesTls, agent);
    return agent;
  }

  return {
    async send({ method = 'POST', url, headers, body = null, verifiesTls }, signal) {
      // A connection to an address makes no lookup that could check it.
      if (!allowsPrivate) assertReachableLiteral(url);
      // Each `import()` of a bundled module would copy its exports.
      loading ??= import('undici');
      const undici = await loading;
      const dispatcher = agentOf(verifiesTls, undici);
      const response = await undici.request(url, { method, headers, body, signal, dispatcher });
      const { statusCode: status, headers: received } = response;
      return { status, headers: received, excerpt: await beginningOf(response.body) };
    },
    async close() {
      await Promise.all([...agents.values()].map((agent) => agent.destroy()));
    },
  };
}

/** Reads the first 1 KiB. The status is known, so a body that breaks off, is slow or never ends has no effect. */
async function beginningOf(body: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const timer = setTimeout(() => body.destroy(new Error('The response is too slow')), excerptMs);
  try {
    for await (const chunk of body) {
      chunks.push(chunk.subarray(0, excerptBytes - bytes));
      bytes += chunk.length;
      if (bytes >= excerptBytes) break;
    }
  } catch {
    // The bytes received so far are enough.
  } finally {
    clearTimeout(timer);
  }
  return Buffer.concat(chunks);
}
