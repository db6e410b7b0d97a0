import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { brokenTestRules } from './test-rules.ts';

const root = resolve(import.meta.dirname, '../..');
const files = execFileSync('git', ['ls-files', '*.test.ts'], { cwd: root, encoding: 'utf8' }).trim().split('\n');

describe('each rule for tests in CONTRIBUTING.md', () => {
  it.each(files)('holds in %s', (file) => {
    expect(brokenTestRules(readFileSync(join(root, file), 'utf8'))).toEqual([]);
  });
});
