import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { brokenTestRules, type TestRule, testRules } from './test-rules.ts';

const root = resolve(import.meta.dirname, '../..');
const files = execFileSync('git', ['ls-files', '*.test.ts'], { cwd: root, encoding: 'utf8' }).trim().split('\n');

const broken = files.flatMap((file) =>
  brokenTestRules(readFileSync(join(root, file), 'utf8')).map((fault) => ({ ...fault, file })),
);

describe('a test of this repository', () => {
  it.each(Object.entries(testRules))('keeps the rule "%s", so that no test %s', (rule) => {
    const faults = broken.filter((fault) => fault.rule === rule);
    expect(faults.map(({ file, line, code }) => `${file}:${line}: ${code}`)).toEqual([]);
  });

  it('runs once, as no project has a retry', () => {
    expect(readFileSync(join(root, 'vitest.config.ts'), 'utf8')).not.toMatch(/\bretry\b/);
  });
});

const inDescribe = (statement: string) => `describe('a page', () => { ${statement} });`;

describe('a test that breaks a rule', () => {
  it.each<[string, TestRule]>([
    ["it('is alone', async () => {});", 'describe'],
    [inDescribe("it('that opens', () => {});"), 'name'],
    [inDescribe("it('waits for nobody', () => {});"), 'words'],
    [inDescribe("it('keeps a copy of what was sent', () => {});"), 'words'],
    ["describe('what a page shows', () => {});", 'words'],
    ['describe(`a page that is told`, () => {});', 'words'],
    [inDescribe("it.skip('opens', () => {});"), 'skip'],
    [inDescribe("it('opens', () => {}, 9);"), 'limit'],
    [inDescribe("it('opens', { retry: 1 }, () => {});"), 'limit'],
    [inDescribe("it.each([1])('opens', { timeout: 9 }, () => {});"), 'limit'],
    ["describe('a page', { retry: 1 }, () => {});", 'limit'],
    ['beforeAll(start, 9);', 'limit'],
    ['vi.setConfig({ testTimeout: 9 });', 'limit'],
    [inDescribe("it('opens', () => expect.poll(ready, { timeout: 9 }));"), 'limit'],
    [inDescribe("it('opens', () => vi.waitFor(ready));"), 'wait'],
    [inDescribe("it('opens', () => { void page.route('*', stop); });"), 'page'],
    [inDescribe("it('opens', () => { void opened.page.reload(); });"), 'page'],
  ])('is reported: %s', (source, rule) => {
    expect(brokenTestRules(source)).toMatchObject([{ rule, line: 1 }]);
  });
});
