// count-tests.mjs REPORT STATUS: prints "<passed> <failed>" of a vitest report. A run that failed without a failed
// test (no report, an error outside a test) counts one failure; a skipped test is a failure here.
import { existsSync, readFileSync } from 'node:fs';

const [, , file, status] = process.argv;
const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
const passed = report?.numPassedTests ?? 0;
const notRun = (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0);
const failed = (report?.numFailedTests ?? 0) + notRun;
const failedElsewhere = failed === 0 && (status !== '0' || passed === 0) ? 1 : 0;
if (notRun > 0) console.error(`${notRun} tests were skipped`);
console.log(`${passed} ${failed + failedElsewhere}`);
