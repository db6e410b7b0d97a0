import { z } from 'zod';
import { named } from '../../platform/shapes/values.ts';
import type { FactsOf } from '../facet/facet.ts';
import type { StoredRequest } from '../facet/stored-request.ts';
import { answers } from './answers/answers.ts';
import { arrival } from './arrival.ts';
import { choices } from './choices.ts';
import { estimate } from './estimate.ts';
import { extras } from './extras.ts';
import { fields } from './fields.ts';
import { files } from './files.ts';
import { apiOrder, inOrder } from './order.ts';
import { price } from './price.ts';
import { publicMessage } from './public-message.ts';
import { queueName } from './queue-name.ts';
import { seenBefore } from './seen-before/seen-before.ts';
import { signals } from './signals.ts';
import { state } from './state.ts';
import { studioRevision } from './studio-revision.ts';
import { terms } from './terms.ts';

/** All facts of a request, in the order of the lines of commands and of the later columns of CSV. */
export const facets = [
  state,
  fields,
  studioRevision,
  extras,
  files,
  arrival,
  signals,
  choices,
  answers,
  terms,
  estimate,
  queueName,
  seenBefore,
  publicMessage,
  price,
] as const;

type AnyFacet = (typeof facets)[number];

/** The intersection of a union. */
type All<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer Every) => void
  ? { readonly [Key in keyof Every]: Every[Key] }
  : never;
type Of<Key extends string, Each = AnyFacet> = Each extends { readonly [Name in Key]: infer Value } ? Value : never;
type Taking<Each = AnyFacet> = Each extends { factsOf(row: infer Row, ...rest: never): unknown }
  ? (row: Row) => void
  : never;

/** A row of `requestColumns`. */
export type RequestRow = StoredRequest & (Taking extends (row: infer Row) => void ? Row : never);

type ValuesOf<Readers> = {
  readonly [Key in keyof Readers]: Readers[Key] extends (...row: never) => infer Value ? Value : never;
};

/** The facts for webhooks and mails. */
export type SentFacts = ValuesOf<All<Of<'sent'>>>;

/** More facts for mails. */
export type MailedFacts = ValuesOf<All<Of<'mailed'>>>;

type ListedShape = All<Of<'shape'>>;
type DetailsShape = All<Of<'details'>>;

const listedShape = Object.assign({}, ...facets.map(({ shape }) => shape)) as ListedShape;
const detailsShape = Object.assign(
  {},
  ...facets.map((facet) => ('details' in facet ? facet.details : {})),
) as DetailsShape;

/** A request as operators see it. */
export const inboxRequest = named('Request', z.object(inOrder(apiOrder, { ...listedShape, ...detailsShape })));

export type InboxRequest = FactsOf<ListedShape & DetailsShape>;

/** A request of a list. */
export const listedRequest = named('ListedRequest', z.object(inOrder(apiOrder, listedShape)));

export type ListedRequest = FactsOf<ListedShape>;
