// count-tests.mjs REPORT STATUS: prints "<passed> <failed>" of a vitest report, and on stderr a line for each failure. A
// run that failed without a failed test (no report) counts one failure. So do an error outside of a test, which
// vitest.config.ts writes beside the report, and a skipped test.
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

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
  return `outside of a test: ${messageOf(message)} ${frameOf(stack)}`;
}

function failuresOf({ name, status: ofFile, message, assertionResults }) {
  const path = relative(process.cwd(), name);
  const failed = assertionResults.filter((test) => test.status !== 'passed');
  if (failed.length === 0 && ofFile !== 'passed') return [`${path}: ${messageOf(message)}`];
  return failed.map((test) => {
    const error = test.failureMessages[0] ?? test.status;
    return `${path} > ${test.fullName}: ${messageOf(error)} ${frameOf(error)}`;
  });
}

/** The message on one line, with the log of the browser's action, without the stack. Of a long one the start and the end. */
function messageOf(text) {
  const line = stripVTControlCharacters(text.split('\n    at ')[0]).replace(/\s+/g, ' ').trim();
  return line.length <= 1200 ? line : `${line.slice(0, 600)} … ${line.slice(-600)}`;
}

/** The line of the test or of its stage. */
function frameOf(stack) {
  return (stack.split('\n').find((line) => /^ +at .*(\.test\.ts|\/support\/)/.test(line)) ?? '').trim();
}
