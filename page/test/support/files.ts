import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A PNG of two by two pixels. */
export const smallPicture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEklEQVR4nGM4kWBgkDCBAUIBACO2BPGvt13HAAAAAElFTkSuQmCC',
  'base64',
);

export interface FileFolder {
  /** Writes a file and gives its path: a browser takes large files from disk only. */
  write(name: string, content: Uint8Array): Promise<string>;
  /** Makes an empty folder and gives its path. */
  folder(name: string): Promise<string>;
  remove(): Promise<void>;
}

export async function createFileFolder(): Promise<FileFolder> {
  const folder = await mkdtemp(join(tmpdir(), 'page-files-'));
  return {
    async write(name, content) {
      const path = join(folder, name);
      await writeFile(path, content);
      return path;
    },
    async folder(name) {
      const path = join(folder, name);
      await mkdir(path);
      return path;
    },
    remove: () => rm(folder, { recursive: true }),
  };
}
