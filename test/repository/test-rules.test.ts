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

describe('a test that breaks a rule', () => {
  it.each([
    ["it('is alone', async () => {});", 'stands outside a describe'],
    ["describe('a page', () => { it('that opens', () => {}); });", 'no verb in the present'],
    ["describe('a page', () => { it.skip('opens', () => {}); });", 'is skipped'],
    ["describe('a page', () => { it('opens', () => {}, 9); });", 'has a limit of its own'],
    ["describe('a page', () => { it('opens', () => { void page.route('*', stop); }); });", 'await what a page does'],
    ["describe('a page', () => { it('opens', () => { void opened.page.reload(); }); });", 'await what a page does'],
    ["describe('a page', () => { it('opens', () => vi.waitFor(ready)); });", 'wait by expect.poll'],
    ["describe('a page', () => { it('opens', () => expect.poll(ready, { timeout: 9 })); });", 'set once'],
  ])('is reported: %s', (source, what) => {
    expect(brokenTestRules(source)).toEqual([expect.stringContaining(what)]);
  });
});
