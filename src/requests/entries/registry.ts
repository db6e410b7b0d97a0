import { z } from 'zod';
import type { OperatorRole, TokenScope } from '../../accounts/roles.ts';
import type { EntryKind } from '../../events/event-kinds.ts';
import { named, text } from '../../platform/shapes/values.ts';

/** A kind of entry. An erasure deletes the entries of a request with it, so no kind has anything of its own to erase. */
interface Kind {
  /** The text of an entry, as clients of the operators' API write it. */
  readonly text: z.ZodType<string>;
  /** The endpoint that adds an entry. Null for a kind that the API adds in another way. */
  readonly endpoint: EntryEndpoint | null;
}

interface EntryEndpoint {
  /** Behind the path of the request. */
  readonly path: string;
  /** The body in the OpenAPI document. */
  readonly bodyName: string;
  readonly operationId: string;
  readonly summary: string;
  readonly writers: { readonly role: OperatorRole; readonly scope: TokenScope };
}

/** A text of operators for each other. It changes nothing of the request. */
const note: Kind = {
  text: text(20_000),
  endpoint: {
    path: 'notes',
    bodyName: 'Note',
    operationId: 'addNote',
    summary: 'Add an internal note',
    writers: { role: 'operator', scope: 'write' },
  },
};

/** A mail of operators to the customer. `CustomerMessages` adds the entry with the delivery that sends it. */
export const message: Kind = { text: text(5000), endpoint: null };

/** The text on the status page: the field `publicMessage` of a request, whose value is the text of the newest entry. */
export const publicMessage: Kind = { text: text(5000), endpoint: null };

const kinds: Readonly<Record<EntryKind, Kind>> = { note, message, 'public-message': publicMessage };

interface EntryRoute extends EntryEndpoint {
  readonly kind: EntryKind;
  readonly body: z.ZodType<{ readonly text: string }>;
}

/** The endpoints that add an entry. */
export const entryRoutes = Object.entries(kinds).flatMap(([kind, { text, endpoint }]): readonly EntryRoute[] => {
  if (endpoint === null) return [];
  return [{ ...endpoint, kind: kind as EntryKind, body: named(endpoint.bodyName, z.strictObject({ text })) }];
});
