import type { Pool } from 'pg';
import { createLinkSecret } from '../events/status-links/link-secret.ts';
import { type Blocks, createBlocks } from './guard/blocks.ts';
import { createHolds, type Holds } from './guard/holds.ts';

/** The decisions of operators about held requests and about senders. */
export interface Triage {
  readonly holds: Holds;
  readonly blocks: Blocks;
}

export function createTriage(pool: Pool): Triage {
  return { holds: createHolds(pool), blocks: createBlocks(pool, createLinkSecret(pool)) };
}
