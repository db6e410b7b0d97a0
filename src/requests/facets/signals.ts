import { z } from 'zod';
import type { Shape } from '../../platform/shapes/shape.ts';
import { named } from '../../platform/shapes/values.ts';
import type { Facet, FactsOf } from '../facet/facet.ts';

/** Why a request is held, or would be (S30). */
export const signalKinds = [
  'proof-missing',
  'proof-invalid',
  'proof-expired',
  'proof-used',
  'same-text',
  'many-requests',
  'many-bytes',
  'many-links',
  'blocked',
] as const;
export type SignalKind = (typeof signalKinds)[number];

export const sameTextAddresses = 3;
export const mostRequestsPerHour = 10;
export const mostLinks = 5;

const sentences: Readonly<Record<SignalKind, string>> = {
  'proof-missing': 'The form came without a proof of a solved challenge',
  'proof-invalid': 'The proof of the form is not one that this studio has given',
  'proof-expired': 'The proof of the form was older than 20 minutes',
  'proof-used': 'The proof of the form had counted for another request',
  'same-text': `The same text came from ${sameTextAddresses} addresses or more within a day`,
  'many-requests': `More than ${mostRequestsPerHour} requests came from its network within an hour`,
  'many-bytes': 'Its network has stored more in a day than the studio lets one network store',
  'many-links': `Its name and text have more than ${mostLinks} links`,
  blocked: 'Its sender is blocked',
};

export const signal = named(
  'Signal',
  z.object({
    kind: z.enum(signalKinds),
    text: z.string().describe('The reason as an English sentence'),
    at: z.date(),
  }),
);

export type Signal = Shape<typeof signal>;

/** `pending`: the request waits for a verdict. `held`: it waits for a person. */
type Hold = 'pending' | 'held' | null;

interface Row {
  readonly hold: Hold;
  readonly signals: readonly { readonly kind: SignalKind; readonly at: string }[] | null;
}

const shape = {
  held: z
    .object({ reasons: z.array(signal) })
    .optional()
    .describe('Why the guard holds the request. Absent when it does not'),
  signals: z
    .array(signal)
    .optional()
    .describe('Why the guard would have held the request, or held it before a person released it'),
};

type Facts = FactsOf<typeof shape>;

function factsOf({ hold, signals: rows }: Row): Facts {
  const signals = (rows ?? []).map(({ kind, at }) => ({ kind, text: sentences[kind], at: new Date(at) }));
  if (hold === 'held') return { held: { reasons: signals } };
  return signals.length === 0 ? {} : { signals };
}

const textOf = (signals: readonly { readonly text: string }[] = []) => signals.map(({ text }) => text).join('\n');

/** The signals that the guard found. */
export const signals = {
  shape,
  columns: {
    hold: 'r.hold',
    signals: `
  (select json_agg(json_build_object('kind', s.kind, 'at', s.at) order by s.kind)
   from request_signals s where s.request_id = r.id)`,
  },
  factsOf,
  lines: ({ held, signals }) => [
    ['Held by the guard', held ? textOf(held.reasons) || 'without a reason' : ''],
    ['Seen by the guard', textOf(signals)],
  ],
  cells: {
    held: ({ held }) => String(held !== undefined),
    signals: ({ held, signals }) => textOf(held?.reasons ?? signals),
  },
  tables: ['request_signals'],
} satisfies Facet<Row, Facts>;
