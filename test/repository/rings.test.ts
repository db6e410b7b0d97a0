import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const { steps, inner } = JSON.parse(readFileSync(`${root}/.ci/outer-ring.json`, 'utf8')) as {
  readonly steps: Readonly<Record<string, readonly string[]>>;
  readonly inner: readonly string[];
};
const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
const named = [...new Set([...Object.values(steps).flat(), ...inner])];

function lies(file: string, path: string): boolean {
  return file === path || file.startsWith(`${path}/`);
}

describe('the map of the outer ring', () => {
  it('has a ring for each folder', () => {
    expect(files.filter((file) => file.includes('/') && !named.some((path) => lies(file, path)))).toEqual([]);
  });

  it('names existing paths alone', () => {
    expect(named.filter((path) => !files.some((file) => lies(file, path)))).toEqual([]);
  });

  it('names no folder of the inner ring that is part of a step', () => {
    const ofSteps = Object.values(steps).flat();
    expect(inner.filter((path) => ofSteps.some((other) => lies(path, other)))).toEqual([]);
  });

  it('has a command in .ci/run for each step, and no other steps', () => {
    const run = readFileSync(`${root}/.ci/run`, 'utf8');
    const rings = [...run.matchAll(/^(\S+) +(?:tests|step) /gm)].map(([, ring = '']) => ring);
    const outer = rings.filter((ring) => ring !== 'inner');
    expect(outer).toEqual([...new Set(outer)]);
    expect(outer.toSorted()).toEqual(Object.keys(steps).toSorted());
    expect(rings).toContain('inner');
  });
});

describe('the table of promises', () => {
  const documentation = readFileSync(`${root}/docs/testing.md`, 'utf8');
  const rings = ['inner', 'outer', 'by hand'];
  const rows = [...documentation.matchAll(/^\| (.+) \| (.+) \| ((?:inner|outer|by hand)(?:, .+)?) \|$/gm)];
  const outerTests = /\.outer\.test\.ts|\/test\/browsers\/|test\/openapi\/|examples\/test\/|inbox\/test\/speed/;

  function ringOfTrial(command: string): string {
    if (/kill|fuzz/.test(command)) return 'inner';
    return /bench|spreadsheet|--scene (?:exports|files|hostile|form-details)/.test(command) ? 'by hand' : 'outer';
  }

  function ringsOf(tests: string): string {
    const links = [...tests.matchAll(/\]\(([^)]+)\)/g)].map(([, path = '']) =>
      outerTests.test(path) ? 'outer' : 'inner',
    );
    const trials = [...tests.matchAll(/npm run ([^`]+)`/g)].map(([, command = '']) => ringOfTrial(command));
    return rings.filter((ring) => [...links, ...trials].includes(ring)).join(', ');
  }

  it('names the rings of the tests of each promise', () => {
    const wrong = rows.filter(([, , tests = '', named]) => named !== ringsOf(tests));
    expect(wrong.map(([row, , tests = '']) => `${row} should say ${ringsOf(tests)}`)).toEqual([]);
    expect(rows.length).toBeGreaterThan(40);
  });
});
