import { measured, timed } from '../measurements/measurements.ts';
import type { ObjectStore } from './object-store.ts';

/** Measures each call of the store, but no listing, which lasts as long as its reader. */
export function measuredObjectStore(store: ObjectStore): ObjectStore {
  return {
    put: (...call) => timed(() => store.put(...call), tell('put')),
    get: (...call) => timed(() => store.get(...call), tell('get')),
    stat: (...call) => timed(() => store.stat(...call), tell('stat')),
    delete: (...call) => timed(() => store.delete(...call), tell('delete')),
    list: (options) => store.list(options),
    ping: (...call) => timed(() => store.ping(...call), tell('ping')),
    close: () => store.close(),
  };
}

function tell(operation: 'put' | 'get' | 'stat' | 'delete' | 'ping') {
  return (result: 'ok' | 'failed', elapsedMs: number) => measured('objectStore', { operation, result, elapsedMs });
}
