// times.mjs TIMES FOLDER: prints the seconds of each step, from lines "<seconds> <step>" in the file TIMES, and vitest's
// slowest 30 files, from the reports in FOLDER.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const [, , times, folder] = process.argv;
const steps = readFileSync(times, 'utf8').trim().split('\n').map(secondsAndName);
const reports = readdirSync(folder).filter((name) => name.endsWith('.json'));
const files = reports.flatMap((name) =>
  JSON.parse(readFileSync(join(folder, name), 'utf8')).testResults.map(fileOf(name)),
);
print('Seconds of each step', steps);
print('Seconds of the slowest test files', files.sort(bySeconds).slice(0, 30));

function secondsAndName(line) {
  const [, seconds, name] = /^(\d+) (.*)$/.exec(line);
  return { seconds: Number(seconds), name };
}

function fileOf(report) {
  const run = report.replace(/\.json$/, '');
  return ({ name, startTime, endTime }) => ({
    seconds: Math.round((endTime - startTime) / 1000),
    // The lanes work in copies of the checkout.
    name: `${run}: ${name.replace(/^.*?\/(?=(?:src|test|inbox|page|page-kit|client|deploy|examples)\/)/, '')}`,
  });
}

function bySeconds(one, other) {
  return other.seconds - one.seconds;
}

function print(title, rows) {
  console.log(`${title}:`);
  for (const { seconds, name } of rows) console.log(`${String(seconds).padStart(5)}  ${name}`);
}
