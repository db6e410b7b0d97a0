import { createEraser, type EraserParts } from './create-eraser.ts';
import { createErasureCandidates } from './create-erasure-candidates.ts';
import { createPersonNotices } from './create-person-notices.ts';
import type { ErasureParts } from './erasure.ts';
import { createErasureLog } from './receipts.ts';

export function createErasure(parts: EraserParts): ErasureParts {
  const { pool } = parts;
  return {
    eraser: createEraser(parts),
    candidates: createErasureCandidates(pool),
    erasures: createErasureLog(pool),
    notices: createPersonNotices(pool),
  };
}
