import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

/** test/repository/pictures.test.ts */
const maxBytes = 150 * 1024;

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

/** Writes what a page shows as a small PNG: the documentation is cloned with its pictures. */
export async function shoot(page, path, options = {}) {
  const { data, info } = await sharp(await page.screenshot(options))
    .png({ palette: true, quality: 85, effort: 10 })
    .toBuffer({ resolveWithObject: true });
  if (info.size > maxBytes) throw new Error(`${path} has ${info.size} bytes`);
  await writeFile(path, data);
}

/** Waits until every visible picture has loaded. */
export async function settled(page) {
  await page.waitForFunction(() => [...document.images].every(({ complete }) => complete), null, { timeout: 60_000 });
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

/** Returns a PNG of a sun over hills, in colours around this hue. */
export async function drawing(page, hue, width = 320, height = 240) {
  const base64 = await page.evaluate(
    ([hue, width, height]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width, height });
      const context = canvas.getContext('2d');
      context.scale(width / 320, height / 240);
      const sky = context.createLinearGradient(0, 0, 0, 240);
      sky.addColorStop(0, `hsl(${hue} 60% 45%)`);
      sky.addColorStop(1, `hsl(${hue + 30} 80% 80%)`);
      context.fillStyle = sky;
      context.fillRect(0, 0, 320, 240);
      context.fillStyle = 'hsl(45 95% 75%)';
      context.arc(220, 80, 34, 0, 7);
      context.fill();
      for (const [index, top] of [150, 180].entries()) {
        context.fillStyle = `hsl(${hue - 40} 35% ${35 - index * 12}%)`;
        context.beginPath();
        context.moveTo(0, 240);
        for (let x = 0; x <= 320; x += 4) context.lineTo(x, top + 18 * Math.sin(x / 45 + index * 2));
        context.lineTo(320, 240);
        context.fill();
      }
      return canvas.toDataURL('image/png').split(',')[1];
    },
    [hue, width, height],
  );
  return Buffer.from(base64, 'base64');
}
