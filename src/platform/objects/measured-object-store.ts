import { measured, timed } from '../measurements/measurements.ts';
import type { ObjectStore } from './object-store.ts';

/** Measures each call of the store, but no listing, which lasts as long as its reader. */
export function measuredObjectStore(store: ObjectStore): ObjectStore {
  return {
    put: (...call) => timed(() => store.put(...call), report('put')),
    get: (...call) => timed(() => store.get(...call), report('get')),
    stat: (...call) => timed(() => store.stat(...call), report('stat')),
    delete: (...call) => timed(() => store.delete(...call), report('delete')),
    list: (options) => store.list(options),
    ping: (...call) => timed(() => store.ping(...call), report('ping')),
    close: () => store.close(),
  };
}

function report(operation: 'put' | 'get' | 'stat' | 'delete' | 'ping') {
  return (result: 'ok' | 'failed', elapsedMs: number) => measured('objectStore', { operation, result, elapsedMs });
}
