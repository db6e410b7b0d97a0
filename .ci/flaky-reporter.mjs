// Names, in a file beside vitest's report, each test that passed only when it ran again.
import { appendFileSync } from 'node:fs';

export default class FlakyReporter {
  onTestCaseResult(test) {
    if (!test.diagnostic()?.flaky) return;
    const [error] = test.result().errors ?? [];
    const name = `${test.module.relativeModuleId} > ${test.fullName}`;
    appendFileSync(`${process.env.VITEST_REPORT}.flaky`, `${name}: ${error?.message.split('\n')[0] ?? 'no error'}\n`);
  }
}
