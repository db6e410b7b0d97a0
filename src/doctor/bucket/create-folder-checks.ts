import type { Check } from '../check.ts';
import { createFolderRightsCheck, createFolderWriteCheck } from './folder-access.ts';
import { createModesCheck } from './folder-modes.ts';
import type { FolderPath } from './folder-paths.ts';
import { createSpaceCheck } from './folder-space.ts';

/** Whether a bucket of files suits the service. */
export function createFolderChecks(path: FolderPath): Check[] {
  return [createFolderRightsCheck(path), createFolderWriteCheck(path), createSpaceCheck(path), createModesCheck(path)];
}
