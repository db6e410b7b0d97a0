import type { Readable } from 'node:stream';
import type { Agent } from 'undici';
import { assertReachableLiteral, createGuardedLookup, type ResolveName } from './address-policy.ts';

export interface WebhookResponse {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** At most 1 KiB, as far as it came. */
  readonly excerpt: Buffer;
}

export interface WebhookRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly verifiesTls: boolean;
}

/** POSTs to whatever address an owner typed. */
export interface WebhookClient {
  /**
   * Resolves with any response, redirects too, which are not followed. Never reads more of it than its head and 1 KiB.
   * Rejects with a `BlockedAddressError` when the host is a private address or has one, the network's error, or the signal's
   * reason.
   */
  post(request: WebhookRequest, signal: AbortSignal): Promise<WebhookResponse>;
  close(): Promise<void>;
}

export interface WebhookClientOptions {
  /** Also connects to addresses that are not of the internet. */
  readonly allowsPrivate: boolean;
  readonly resolveName?: ResolveName;
}

const excerptBytes = 1024;
const excerptMs = 2000;
const maxHeaderBytes = 16 * 1024;
const connectMs = 10_000;
// Shorter than any receiver waits by default: one that closes an idle connection at this moment loses what is being sent.
const idleMs = 1000;

/** Its HTTP client is loaded when something is sent for the first time. */
export function createWebhookClient({ allowsPrivate, resolveName }: WebhookClientOptions): WebhookClient {
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
    async post({ url, headers, body, verifiesTls }, signal) {
      // A connection to an address looks nothing up.
      if (!allowsPrivate) assertReachableLiteral(url);
      // Each import of a bundled module would copy its exports.
      loading ??= import('undici');
      const undici = await loading;
      const dispatcher = agentOf(verifiesTls, undici);
      const response = await undici.request(url, { method: 'POST', headers, body, signal, dispatcher });
      const { statusCode: status, headers: received } = response;
      return { status, headers: received, excerpt: await beginningOf(response.body) };
    },
    async close() {
      await Promise.all([...agents.values()].map((agent) => agent.destroy()));
    },
  };
}

/** The status has come, so that a body which breaks off, drips or never ends changes nothing. */
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
    // What has come is enough.
  } finally {
    clearTimeout(timer);
  }
  return Buffer.concat(chunks);
}
