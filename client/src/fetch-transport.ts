import type { Exchange, HttpResponse } from './transport.ts';

/** For Node and whatever else has no XMLHttpRequest: the body is streamed, and counted as the network takes it. */
export async function sendByFetch({ method, url, headers, body, signal, onSent }: Exchange): Promise<HttpResponse> {
  const broken = new AbortController();
  const init: RequestInit & { duplex?: 'half' } = { method, headers, signal: AbortSignal.any([signal, broken.signal]) };
  if (body) {
    init.body = countedStream(body, onSent, () => broken.abort());
    init.duplex = 'half';
    // Announced, because the service keeps room for small forms.
    init.headers = { ...headers, 'Content-Length': String(body.size) };
  }
  const response = await fetch(url, init);
  const { status, headers: received } = response;
  const [retryAfter, location] = [received.get('retry-after'), received.get('location')];
  return { status, retryAfter, location, text: await response.text() };
}

/** @param onBroken Called when the bytes cannot be read: Node would leave the connection open, waiting for the rest. */
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
