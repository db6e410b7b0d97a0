import { once } from 'node:events';
import {
  type ClientRequest,
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';

const mediaTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

export type Fault =
  /** Breaks the connection after this many bytes of the body. */
  | { readonly afterBytes: number }
  /** Breaks the connection after the service has responded, so that the response is lost. */
  | { readonly answer: 'lost' }
  /** Responds without the service. */
  | { readonly status: number; readonly body: unknown; readonly headers?: Record<string, string> };

export interface SiteOptions {
  /** The service's address. */
  readonly service: string;
  /** The service's public path: `/` or `/studio/`. */
  readonly publicPath?: string;
}

export interface Site {
  readonly url: string;
  readonly origin: string;
  /** Content security policy of the other pages. */
  policy: string;
  /** Each fault applies to one submission, in order. */
  readonly faults: Fault[];
  /** Idempotency keys of all submissions that arrived. */
  readonly keys: string[];
  /** Other pages of the same host by path, for instance one that embeds the form. */
  readonly pages: Map<string, string>;
  close(): Promise<void>;
}

/** Starts a proxy in front of the service, with faults on demand and additional pages. */
export async function startSite({ service, publicPath = '/' }: SiteOptions): Promise<Site> {
  const faults: Fault[] = [];
  const keys: string[] = [];
  const pages = new Map<string, string>();
  const server = createServer((request, response) => {
    answer(request, response);
  });

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    const path = pathname.slice(publicPath.length);
    const page = pages.get(pathname);
    if (page !== undefined) sendPage(response, pathname, page);
    else if (path === 'api/v1/commissions' && request.method === 'POST') submit(request, response);
    else forward(request, response);
  }

  function sendPage(response: ServerResponse, path: string, content: string): void {
    response.writeHead(200, {
      'content-type': mediaTypes[extname(path)] ?? '',
      'content-security-policy': site.policy,
    });
    response.end(content);
  }

  function submit(request: IncomingMessage, response: ServerResponse): void {
    keys.push(String(request.headers['idempotency-key']));
    const fault = faults.shift();
    if (fault && 'status' in fault) {
      request.resume().on('end', () => sendJson(response, fault.status, fault.body, fault.headers));
      return;
    }
    const upstream = forward(request, response);
    if (fault && 'answer' in fault) upstream.prependListener('response', () => request.socket.resetAndDestroy());
    else if (fault) breakOff(request, upstream, fault.afterBytes);
  }

  function forward(request: IncomingMessage, response: ServerResponse): ClientRequest {
    const { method, headers, url = '/' } = request;
    const upstream = httpRequest(service + url, { method, headers });
    upstream.on('response', (from) => {
      response.writeHead(from.statusCode ?? 502, from.headers);
      from.pipe(response);
    });
    upstream.on('error', () => response.destroy());
    request.on('error', () => upstream.destroy());
    return request.pipe(upstream);
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const site = {
    url: `${origin}${publicPath}`,
    origin,
    policy: "default-src 'none'",
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

function breakOff(request: IncomingMessage, upstream: ClientRequest, afterBytes: number): void {
  let arrived = 0;
  request.on('data', (chunk: Buffer) => {
    arrived += chunk.length;
    if (arrived <= afterBytes) return;
    request.socket.resetAndDestroy();
    upstream.destroy();
  });
}

function sendJson(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}
