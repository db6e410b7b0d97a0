import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = '/node_modules/';
const noticeFiles = /^(licen[cs]e|copying|notice)/i;

/** Returns the licences of the packages that these modules belong to, as the licences require from distributors. */
export function thirdPartyNotices(modules) {
  const roots = [...new Set(modules.map(packageRoot))].filter((root) => root !== null);
  const texts = [...new Set(roots.map(noticeOf))].sort();
  const head = 'The files beside this one contain code of the following packages.\n';
  return [head, ...texts].join(`\n${'='.repeat(80)}\n\n`);
}

/** Returns null for a module of this project. */
function packageRoot(module) {
  const start = module.lastIndexOf(folder) + folder.length;
  if (start < folder.length) return null;
  const [first, second] = module.slice(start).split('/');
  return module.slice(0, start) + (first.startsWith('@') ? `${first}/${second}` : first);
}

function noticeOf(root) {
  const { name, version, license, author } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const files = readdirSync(root, { withFileTypes: true }).filter(
    (entry) => entry.isFile() && noticeFiles.test(entry.name),
  );
  const texts = files.map((entry) => readFileSync(join(root, entry.name), 'utf8').trim());
  if (texts.length === 0)
    texts.push(`The package holds no text of its licence. Its author: ${author?.name ?? author ?? 'not named'}`);
  return `${name} ${version}, ${license}\n\n${texts.join('\n\n')}\n`;
}
