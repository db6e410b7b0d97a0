import type { Pool } from 'pg';
import { createLinkSecret } from '../events/status-links/link-secret.ts';
import { createBlocks } from './guard/blocks.ts';
import { createHolds } from './guard/holds.ts';
import type { Triage } from './triage.ts';

export function createTriage(pool: Pool): Triage {
  return { holds: createHolds(pool), blocks: createBlocks(pool, createLinkSecret(pool)) };
}
