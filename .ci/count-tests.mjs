// count-tests.mjs REPORT STATUS: prints "<passed> <failed>" of a vitest report, and on stderr a line for each failure. A
// run that failed without a failed test (no report) counts one failure. So do an error outside of a test, which
// vitest.config.ts writes beside the report, and a skipped test.
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

const [, , file, status] = process.argv;
const report = contentOf(file);
const passed = report?.numPassedTests ?? 0;
const unhandled = contentOf(`${file}.unhandled`) ?? [];
const failures = [...(report?.testResults ?? []).flatMap(failuresOf), ...unhandled.map(lineOf)];
if (failures.length === 0 && (status !== '0' || passed === 0)) failures.push('failed without a failed test');
for (const failure of failures) console.error(failure);
console.log(`${passed} ${failures.length}`);

function contentOf(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
}

function lineOf({ message, stack }) {
  const place = stack.split('\n').find((line) => /\.test\.ts|\/support\//.test(line)) ?? '';
  return `outside of a test: ${firstLine(message)} ${place.trim()}`;
}

function failuresOf({ name, status: ofFile, message, assertionResults }) {
  const path = relative(process.cwd(), name);
  const failed = assertionResults.filter((test) => test.status !== 'passed');
  if (failed.length === 0 && ofFile !== 'passed') return [`${path}: ${firstLine(message)}`];
  return failed.map((test) => `${path} > ${test.fullName}: ${firstLine(test.failureMessages[0] ?? test.status)}`);
}

function firstLine(text) {
  return text.split('\n')[0];
}
