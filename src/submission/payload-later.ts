import { earlierPayload, optionalIdentifier } from './payload-earlier.ts';

/** The payload of the later revision: the earlier one and an optional custom card (C17). */
export const laterPayload = earlierPayload.extend({ customCardId: optionalIdentifier });
