import type { Call } from '../api/send.ts';
import { type Cell, createCell } from '../cells/cell.ts';
import type { EventStream } from '../stream/event-stream.ts';

/** Delay that combines the events of many label changes into one reload. */
const pauseMs = 1000;

/** Loads and follows the labels of all requests. Empty until they are loaded. */
export function watchLabels(call: Call, stream: EventStream): Cell<readonly string[]> {
  const labels = createCell<readonly string[]>([]);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const load = () =>
    void call<{ items: readonly string[] }>('GET', '/labels').then(
      ({ items }) => labels.set(items),
      () => {},
    );
  load();
  stream.subscribe({
    onEvent({ kind, to }) {
      if (kind !== 'labels' || !Array.isArray(to) || to.every((label) => labels.value.includes(label))) return;
      clearTimeout(timer);
      timer = setTimeout(load, pauseMs);
    },
    onGap: load,
  });
  return labels;
}

/** Why the service would reject a label. */
export type LabelFault = 'too-long' | 'comma' | 'twice' | 'too-many';

const maxLabels = 20;
const maxCharacters = 50;

/** Returns null when the label can be added. */
export function labelFault(label: string, labels: readonly string[]): LabelFault | null {
  if ([...label].length > maxCharacters) return 'too-long';
  if (/[,\p{Cc}]/u.test(label)) return 'comma';
  if (labels.includes(label)) return 'twice';
  return labels.length >= maxLabels ? 'too-many' : null;
}

export const labelFaultKeys = {
  'too-long': 'labelTooLong',
  comma: 'labelComma',
  twice: 'labelTwice',
  'too-many': 'labelTooMany',
} as const satisfies Record<LabelFault, string>;
