import type { z } from 'zod';
import type { OperatorRole, TokenScope } from '../accounts/roles.ts';

/** A kind of entry. An erasure deletes the entries of a request with it, so no kind has anything of its own to erase. */
export interface Kind {
  /** The text of an entry, as callers of the operators' API write it. */
  readonly text: z.ZodType<string>;
  /** The call of the operators' API that adds an entry. Null for a kind that the API adds in another way. */
  readonly call: EntryCall | null;
}

export interface EntryCall {
  /** Behind the path of the request. */
  readonly path: string;
  /** The body in the OpenAPI document. */
  readonly bodyName: string;
  readonly operationId: string;
  readonly summary: string;
  readonly writers: { readonly role: OperatorRole; readonly scope: TokenScope };
}
