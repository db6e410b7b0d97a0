import type { Blocks } from './guard/blocks.ts';
import type { Holds } from './guard/holds.ts';

/** The decisions of operators about held requests and about senders. */
export interface Triage {
  readonly holds: Holds;
  readonly blocks: Blocks;
}
