import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pino } from 'pino';
import { createPreviews, type PreviewsOptions } from '../../src/studio/previews/create-previews.ts';
import { createPreviewCache, type PreviewCache } from '../../src/studio/previews/preview-cache.ts';
import type { Previews } from '../../src/studio/previews/previews.ts';

/** The preview program that was built from this checkout. */
export const previewProgram = resolve(import.meta.dirname, '../../dist/preview-program.js');

export interface OpenedPreviews {
  readonly previews: Previews;
  readonly cache: PreviewCache;
  readonly directory: string;
  close(): Promise<void>;
}

/** Opens previews that the built program renders, with a separate cache. */
export async function openTestPreviews(options: Partial<PreviewsOptions> = {}): Promise<OpenedPreviews> {
  const directory = await mkdtemp(join(tmpdir(), 'previews-'));
  const cache = createPreviewCache({ directory, maxBytes: 64 * 1024 * 1024 });
  const previews = createPreviews({ program: previewProgram, cache, log: pino({ level: 'silent' }), ...options });
  return {
    previews,
    cache: options.cache ?? cache,
    directory,
    async close() {
      await previews.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
