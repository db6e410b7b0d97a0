import { z } from 'zod';
import type { Shape } from '../../../platform/shapes/shape.ts';
import { named } from '../../../platform/shapes/values.ts';

export const diskState = named(
  'DiskState',
  z.object({
    isLow: z.boolean().describe('Whether requests with files are rejected (DISK_FLOOR_BYTES)'),
    freeBytes: z.int().nullable().describe('Free space of the fullest disk; null when no disk has a floor'),
    floorBytes: z.int().nullable().describe('The free space that files leave on it'),
  }),
);

export type DiskState = Shape<typeof diskState>;
