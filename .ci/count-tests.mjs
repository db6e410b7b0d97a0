// count-tests.mjs REPORT STATUS: prints "<passed> <failed>" of a vitest report, and on stderr a line for each failure. A
// run that failed without a failed test (no report, an error outside a test) counts one failure; a skipped test is a
// failure here.
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

const [, , file, status] = process.argv;
const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
const passed = report?.numPassedTests ?? 0;
const failures = (report?.testResults ?? []).flatMap(failuresOf);
if (failures.length === 0 && (status !== '0' || passed === 0)) failures.push('failed without a failed test');
for (const failure of failures) console.error(failure);
console.log(`${passed} ${failures.length}`);

function failuresOf({ name, status: ofFile, message, assertionResults }) {
  const path = relative(process.cwd(), name);
  const failed = assertionResults.filter((test) => test.status !== 'passed');
  if (failed.length === 0 && ofFile !== 'passed') return [`${path}: ${firstLine(message)}`];
  return failed.map((test) => `${path} > ${test.fullName}: ${firstLine(test.failureMessages[0] ?? test.status)}`);
}

function firstLine(text) {
  return text.split('\n')[0];
}
