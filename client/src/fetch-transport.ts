import { anySignal } from './any-signal.ts';
import type { Exchange, HttpResponse } from './transport.ts';

/** The transport for Node and other runtimes without XMLHttpRequest. Streams the body to report upload progress. */
export async function sendByFetch({ method, url, headers, body, signal, onSent }: Exchange): Promise<HttpResponse> {
  const bodyFailure = new AbortController();
  const init: RequestInit & { duplex?: 'half' } = {
    method,
    headers,
    signal: anySignal([signal, bodyFailure.signal]),
  };
  if (body) {
    init.body = countedStream(body, onSent, () => bodyFailure.abort());
    init.duplex = 'half';
    // The service reserves capacity for small forms and recognizes them by this header.
    init.headers = { ...headers, 'Content-Length': String(body.size) };
  }
  const response = await fetch(url, init);
  const { status, headers: received } = response;
  const [retryAfter, location] = [received.get('retry-after'), received.get('location')];
  return { status, retryAfter, location, date: received.get('date'), text: await response.text() };
}

/** @param onBroken Called when reading the body fails. Without an abort Node would keep the connection open. */
function countedStream(body: Blob, onSent: (bytes: number) => void, onBroken: () => void): ReadableStream<Uint8Array> {
  const reader = body.stream().getReader();
  let sentBytes = 0;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) return controller.close();
        controller.enqueue(value);
        sentBytes += value.byteLength;
        onSent(sentBytes);
      } catch (error) {
        onBroken();
        throw error;
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
