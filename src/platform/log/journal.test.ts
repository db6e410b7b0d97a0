import { fstatSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { isJournal, journalText, withPriority } from './journal.ts';

const text = (entry: Record<string, unknown>) => journalText(`${JSON.stringify({ time: '2026', ...entry })}\n`);

describe('a line in the journal', () => {
  it.each([
    ['trace', 7],
    ['debug', 7],
    ['info', 6],
    ['warn', 4],
    ['error', 3],
    ['fatal', 2],
  ] as const)('gives %s the priority %i', (level, priority) => {
    expect(text({ level, msg: 'Done' })).toBe(`<${priority}>Done\n`);
  });

  it('writes facts behind the message, and each frame of a stack on a line with the priority', () => {
    const err = {
      type: 'Error',
      code: 'ENOSPC',
      message: 'no room',
      stack: '    at a (b.js:1:2)\n    at c (d.js:3:4)',
    };
    expect(text({ level: 'error', part: 'object store', status: 500, none: null, err, msg: 'Failed' })).toBe(
      '<3>Failed part="object store" status=500 none=null type=Error code=ENOSPC message="no room"\n' +
        '<3>    at a (b.js:1:2)\n' +
        '<3>    at c (d.js:3:4)\n',
    );
  });

  it('lets no text begin an entry of its own, or move a cursor', () => {
    const hostile = 'a\n<0>b\r\u001b[2J\u2028\u202e"';
    const lines = text({ level: 'warn', name: hostile, err: { message: hostile, stack: hostile }, msg: hostile });
    expect(lines.split('\n')).toHaveLength(4);
    expect(lines).toMatch(/^<4>a.<0>b/);
    expect(lines.split('\n')[2]).toMatch(/^<4><0>b/);
    expect(lines.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });

  it('begins each line of a text with the priority, but no empty one', () => {
    expect(withPriority('error', 'a\n  b\n\nc\n')).toBe('<3>a\n<3>  b\n\n<3>c\n');
  });

  it('knows the journal by the file that systemd names', async () => {
    const file = await open(import.meta.filename);
    const { dev, ino } = fstatSync(file.fd, { bigint: true });
    expect(isJournal(file.fd, { JOURNAL_STREAM: `${dev}:${ino}` })).toBe(true);
    for (const JOURNAL_STREAM of [undefined, '', `${dev}:${ino + 1n}`, `${dev}`]) {
      expect(isJournal(file.fd, { JOURNAL_STREAM })).toBe(false);
    }
    await file.close();
  });
});
