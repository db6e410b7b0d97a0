import { afterAll, beforeEach, expect } from 'vitest';
import { type PictureFormat, pictureLimits } from '../../src/studio/previews/picture-format.ts';
import { type PreviewProcess, startPreviewProcess } from '../../src/studio/previews/preview-process.ts';
import { previewPixels } from '../../src/studio/previews/previews.ts';
import { picture } from '../pictures/pictures.ts';
import { previewProgram } from '../support/open-previews.ts';

/** Gives the tests of a file one process that decodes, and another one after it has ended or taken its last file. */
export function openRendering() {
  let running: PreviewProcess;

  async function usable(): Promise<PreviewProcess> {
    if (running?.isUsable() === true) return running;
    await running?.end();
    running = startPreviewProcess(previewProgram);
    return running;
  }

  beforeEach(usable);

  afterAll(() => running.end());

  /** Renders like the service, with its limits except those that the test sets. */
  async function render(bytes: Buffer, format: PictureFormat, given: { timeMs?: number; memoryBytes?: number } = {}) {
    const limits = { ...pictureLimits[format], timeMs: 60_000, ...given };
    const sides = [previewPixels.small, previewPixels.large];
    return (await usable()).render(bytes, { format, pixels: limits.pixels, sides, purpose: 'preview' }, limits);
  }

  return {
    render,
    async expectWorks(): Promise<void> {
      expect((await render(picture('photo.png'), 'png')).kind).toBe('rendered');
    },
    pid: () => running.pid,
    isUsable: () => running.isUsable(),
    hasEnded(): boolean {
      try {
        process.kill(running.pid, 0);
        return false;
      } catch {
        return true;
      }
    },
  };
}
