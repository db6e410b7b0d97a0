import type { Writable } from 'node:stream';
import type { Compared } from '../archive/reconcile.ts';

const keysBetweenLines = 100_000;

/** To be called after each key: writes a line for every 100,000. */
export function createProgress(stream: Writable): (compared: Compared) => void {
  let nextAt = keysBetweenLines;
  return (compared) => {
    if (Math.max(compared.objects, compared.records) < nextAt) return;
    nextAt += keysBetweenLines;
    stream.write(`${comparedText(compared)} so far\n`);
  };
}

export function comparedText({ objects, records }: Compared): string {
  return `Compared ${objects} objects with ${records} file records`;
}
