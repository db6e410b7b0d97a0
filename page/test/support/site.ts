import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import type { Catalogue } from '../../../client/src/commission-client.ts';

const built = join(import.meta.dirname, '../../../dist/page');

const mediaTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

export const strictPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export type Fault =
  /** Breaks the connection once so much of the body has arrived. */
  | { readonly afterBytes: number }
  /** Answers without asking the service. */
  | { readonly status: number; readonly body: unknown; readonly headers?: Record<string, string> };

export interface SiteOptions {
  /** The service's address. */
  readonly service: string;
  /** Where the page is shown: `/` or `/studio/`. */
  readonly publicPath?: string;
  readonly catalogue?: Catalogue | 'unreachable';
  readonly limits?: unknown;
  /** For pages of other origins. */
  readonly allowedOrigin?: string;
}

export interface Site {
  readonly url: string;
  readonly origin: string;
  /** Of what it serves from now on. */
  policy: string;
  /** Each meets one submission, in their order. */
  readonly faults: Fault[];
  /** Of every submission that arrived. */
  readonly keys: string[];
  /** Another page of the same host, for instance one that embeds the form. */
  readonly pages: Map<string, string>;
  close(): Promise<void>;
}

/** The built page under a strict policy, in front of the real service, with faults on demand. */
export async function startSite({
  service,
  publicPath = '/',
  catalogue,
  limits,
  allowedOrigin,
}: SiteOptions): Promise<Site> {
  const faults: Fault[] = [];
  const keys: string[] = [];
  const pages = new Map<string, string>();
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    const path = pathname.startsWith(publicPath) ? pathname.slice(publicPath.length) : null;
    const page = pages.get(pathname);
    if (page !== undefined) return send(response, pathname, page);
    if (allowedOrigin !== undefined) allow(response, allowedOrigin);
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    if (path === null) return sendJson(response, 404, { error: 'Not found' });
    if (path === 'api/v1/catalogue' && catalogue === 'unreachable') return void response.destroy();
    if (path === 'api/v1/catalogue') return sendJson(response, 200, catalogue ?? noChoices);
    if (path === 'api/v1/limits') return sendJson(response, 200, limits ?? usualLimits);
    if (path === 'api/v1/commissions') return forward(request, response);
    const file = path || 'index.html';
    send(response, file, await readFile(join(built, file)));
  }

  function send(response: ServerResponse, name: string, content: string | Buffer): void {
    response.writeHead(200, {
      'content-type': mediaTypes[extname(name)] ?? 'application/octet-stream',
      'content-security-policy': site.policy,
    });
    response.end(content);
  }

  function forward(request: IncomingMessage, response: ServerResponse): void {
    keys.push(String(request.headers['idempotency-key']));
    const fault = faults.shift();
    if (fault && 'status' in fault) {
      request.resume().on('end', () => sendJson(response, fault.status, fault.body, fault.headers));
      return;
    }
    const upstream = httpRequest(`${service}/api/v1/commissions`, { method: 'POST', headers: request.headers });
    upstream.on('response', (from) => {
      response.writeHead(from.statusCode ?? 502, from.headers);
      from.pipe(response);
    });
    upstream.on('error', () => response.destroy());
    request.on('error', () => upstream.destroy());
    let arrived = 0;
    request.on('data', (chunk: Buffer) => {
      arrived += chunk.length;
      if (fault && 'afterBytes' in fault && arrived > fault.afterBytes) {
        request.socket.resetAndDestroy();
        upstream.destroy();
      }
    });
    request.pipe(upstream);
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const site = {
    url: `${origin}${publicPath}`,
    origin,
    policy: strictPolicy,
    faults,
    keys,
    pages,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return site;
}

/** What the service itself answers to `CORS_ALLOWED_ORIGINS`. */
function allow(response: ServerResponse, origin: string): void {
  response.setHeader('access-control-allow-origin', origin);
  response.setHeader('access-control-allow-headers', 'Content-Type, Idempotency-Key');
  response.setHeader('access-control-expose-headers', 'Retry-After');
}

function sendJson(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

const noChoices: Catalogue = { title: null, introduction: null, types: [], extras: [], customCards: [] };

const usualLimits = {
  files: { maxCount: 10, maxBytes: 10_485_760 },
  request: { maxBytes: 268_435_456 },
  payload: {
    revision: 'later',
    customerName: { minLength: 1, maxLength: 200 },
    customerEmail: { maxLength: 320 },
    customerSocials: { maxLength: 2000 },
    message: { minLength: 1, maxLength: 20_000 },
  },
};
