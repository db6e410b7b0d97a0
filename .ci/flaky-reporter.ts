import { appendFileSync } from 'node:fs';
import type { Reporter, TestCase } from 'vitest/node';

/** Writes to a file a line for each test that passed only when it ran again. */
export class FlakyReporter implements Reporter {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  onTestCaseResult(test: TestCase): void {
    if (!test.diagnostic()?.flaky) return;
    const [error] = test.result().errors ?? [];
    const reason = error?.message.split('\n')[0] ?? 'no reason was given';
    appendFileSync(this.#file, `${test.module.relativeModuleId} > ${test.fullName}: ${reason}\n`);
  }
}
