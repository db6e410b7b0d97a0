import { anySignal } from './any-signal.ts';
import type { Exchange, HttpResponse, Transport } from './transport.ts';

/** Aborts an exchange when no byte is sent and no response arrives for `stallMs`. A dead network raises no error. */
export async function exchangeWithin(stallMs: number, transport: Transport, exchange: Exchange): Promise<HttpResponse> {
  const stall = new AbortController();
  const giveUp = () => stall.abort();
  let timer = setTimeout(giveUp, stallMs);
  try {
    return await transport({
      ...exchange,
      signal: anySignal([exchange.signal, stall.signal]),
      onSent(bytes) {
        clearTimeout(timer);
        timer = setTimeout(giveUp, stallMs);
        exchange.onSent(bytes);
      },
    });
  } finally {
    clearTimeout(timer);
  }
}
