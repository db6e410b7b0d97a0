import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

/** test/repository/pictures.test.ts */
const maxBytes = 150 * 1024;

/** A busy machine is slow, and a picture that is missing stops the script. */
export const patienceMs = 120_000;

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * Starts the built service in a new directory, with the catalogue of the examples. Resolves with the result of `read`
 * for a log line, and with `where`, the directory and environment for commands.
 */
export async function startService(directory, own, read) {
  const env = {
    PATH: process.env.PATH,
    PORT: '0',
    BUCKET_NAME: 'pictures',
    // The pictures are the same on a machine with little room.
    DISK_FLOOR_BYTES: '0',
    DATA_DIR: join(directory, 'data'),
    CATALOGUE_FILE: join(root, 'examples/catalogue.json'),
    ...own,
  };
  const where = { cwd: directory, env };
  const child = spawn(process.execPath, [join(root, 'dist/main.js'), 'serve'], {
    ...where,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stderr.pipe(process.stderr);
  const found = await new Promise((resolve, reject) => {
    for (const output of [child.stdout, child.stderr]) {
      createInterface(output).on('line', (line) => {
        const all = read(line);
        if (all !== null) resolve(all);
      });
    }
    child.once('close', () => reject(new Error('The service did not start')));
  });
  return { child, where, ...found };
}

/**
 * Writes what a page shows as a small PNG: the documentation is cloned with its pictures. Drawn art takes fewer colours
 * until the file is small enough.
 */
export async function shoot(page, path, options = {}) {
  const shown = sharp(await page.screenshot(options));
  for (const quality of [85, 60, 35]) {
    const data = await shown.clone().png({ palette: true, quality, effort: 10 }).toBuffer();
    if (data.length > maxBytes) continue;
    await writeFile(path, data);
    return;
  }
  throw new Error(`${path} has more than ${maxBytes} bytes`);
}

/** Waits until every visible picture has loaded. Others may load later. */
export async function settled(page) {
  const isDone = () =>
    [...document.images].every((picture) => {
      const { top, bottom, width } = picture.getBoundingClientRect();
      return picture.complete || width === 0 || top > innerHeight || bottom < 0;
    });
  await page.waitForFunction(isDone, null, { timeout: patienceMs });
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}
