import { channel } from 'node:diagnostics_channel';

/** The measurements of the service's parts. Each value that becomes a label comes from a closed list. */
interface Measurements {
  submission: {
    readonly verdict: string;
    readonly bodyBytes: number;
    readonly totalMs: number;
    /** The part of `totalMs` until the form was read and accepted, or null when it was not. */
    readonly readMs: number | null;
  };
  response: {
    readonly listener: 'customers' | 'operators';
    /** The pattern of the route, never the path of the request. */
    readonly route: string;
    readonly status: number;
    readonly elapsedMs: number;
  };
  objectStore: {
    readonly operation: 'put' | 'get' | 'stat' | 'delete' | 'ping';
    readonly result: 'ok' | 'failed';
    readonly elapsedMs: number;
  };
  commit: { readonly elapsedMs: number };
  deliveryAttempt: { readonly kind: string; readonly outcome: string };
  signIn: { readonly result: 'signed-in' | 'wrong-credentials' | 'too-many-attempts' };
  preview: { readonly result: 'made' | 'none' | 'failed' };
}

const channels = {
  submission: channel('commissions:submission'),
  response: channel('commissions:response'),
  objectStore: channel('commissions:object-store'),
  commit: channel('commissions:commit'),
  deliveryAttempt: channel('commissions:delivery-attempt'),
  signIn: channel('commissions:sign-in'),
  preview: channel('commissions:preview'),
} as const;

/** Passes a measurement to the listeners. Without a listener it costs almost no time. Never throws. */
export function measured<Name extends keyof Measurements>(name: Name, facts: Measurements[Name]): void {
  if (channels[name].hasSubscribers) channels[name].publish(facts);
}

/** Returns true when this measurement has a listener. */
export function isMeasured(name: keyof Measurements): boolean {
  return channels[name].hasSubscribers;
}

/** Calls the listener for each measurement of this process. Returns a function that ends it. */
export function onMeasured<Name extends keyof Measurements>(
  name: Name,
  listener: (facts: Measurements[Name]) => void,
): () => void {
  const subscriber = (facts: unknown) => listener(facts as Measurements[Name]);
  channels[name].subscribe(subscriber);
  return () => void channels[name].unsubscribe(subscriber);
}

/** Settles as `work` does, and then calls `report` with the result and the elapsed time. */
export async function timed<T>(
  work: () => Promise<T>,
  report: (result: 'ok' | 'failed', elapsedMs: number) => void,
): Promise<T> {
  const startedAt = performance.now();
  try {
    const value = await work();
    report('ok', performance.now() - startedAt);
    return value;
  } catch (error) {
    report('failed', performance.now() - startedAt);
    throw error;
  }
}
