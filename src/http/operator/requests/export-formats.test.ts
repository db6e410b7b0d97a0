import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { exportedRequest, untriedFile } from '../../../../test/support/whole-request.ts';
import type { ExportedRequest } from '../../../requests/facets/exported-json.ts';
import { csvOf, jsonLinesOf } from './export-formats.ts';

async function* exported(changed: Partial<ExportedRequest>) {
  yield [JSON.stringify(exportedRequest(changed))];
}

const csvWith = (changed: Partial<ExportedRequest>) => text(csvOf(exported(changed), []));

/** Resolves with the cell of a message without commas, quotation marks and line ends, which is not quoted. */
async function messageCell(message: string): Promise<string> {
  const [heading = '', row = ''] = (await csvWith({ message })).trimEnd().split('\r\n');
  return row.split(',')[heading.split(',').indexOf('message')] ?? '';
}

/** Resolves with the cells of the only row by their headings, which must not contain commas and quotation marks. */
async function cellsOf(changed: Partial<ExportedRequest>): Promise<Readonly<Record<string, string | undefined>>> {
  const [heading = '', row = ''] = (await csvWith(changed)).trimEnd().split('\r\n');
  const cells = row.split(',');
  return Object.fromEntries(heading.split(',').map((name, index) => [name, cells[index]]));
}

const limit = 32_767;
const cutMark = '… [cut: JSON Lines have the whole text]';

describe('a cell of an export as CSV', () => {
  it('has as many UTF-16 units as spreadsheets take', async () => {
    for (const message of ['a'.repeat(limit), `${'🎨'.repeat(16_383)}a`])
      expect(await messageCell(message)).toBe(message);
  });

  it.each([
    ['a longer text', 'a'.repeat(limit + 1)],
    ['whole surrogate pairs', '🎨'.repeat(20_000)],
    ['whole surrogate pairs after one unit', `a${'🎨'.repeat(20_000)}`],
    ['a text that becomes too long by an apostrophe before a formula', `=${'a'.repeat(limit - 1)}`],
    ['a text that becomes too long by apostrophes within it', 'a;=1'.repeat(8000)],
  ])('ends with a mark where it was cut: %s', async (_, message) => {
    const cell = await messageCell(message);
    expect(cell.endsWith(cutMark)).toBe(true);
    expect(cell.isWellFormed()).toBe(true);
    expect(cell.length).toBeLessThanOrEqual(limit);
    expect(cell.length).toBeGreaterThan(limit - 2);
    const kept = cell.slice(0, -cutMark.length).replace(/^'/, '').replaceAll(";'", ';');
    expect(message.startsWith(kept)).toBe(true);
  });

  it('is cut too when it has file names', async () => {
    const files = Array.from({ length: 10 }, (_, position) =>
      untriedFile(position, `${'n'.repeat(5000)}${position}.png`),
    );
    expect(await csvWith({ files })).toContain(`n${cutMark}"`);
  });

  it('keeps long numbers and apparent dates as they were sent', async () => {
    const csv = await csvWith({ customerSocials: '01234567890123456789', message: '3-4' });
    expect(csv).toContain(',01234567890123456789,3-4,');
  });
});

describe('a cell of a list', () => {
  const answered = (...names: readonly string[]) =>
    ({
      answers: [{ id: 'use', label: null, kind: 'choices', value: [], words: names.map((en) => ({ en })) }],
    }) as const;
  const answerOf = async (...names: readonly string[]) => {
    const csv = await text(csvOf(exported(answered(...names)), ['use']));
    return /,1,(?:"([^"]*)"|([^,"]*)),,,false,/.exec(csv)?.slice(1).join('');
  };

  it('has a line for each entry, whose name may hold commas and line ends', async () => {
    expect(await answerOf('Web, print')).toBe('Web, print');
    expect(await answerOf('Web', 'print')).toBe('Web\nprint');
    expect(await answerOf('Web\r\nprint')).toBe('Web print');
    const extras = [
      { id: 'a', name: 'Frame, oak' },
      { id: 'b', name: 'Rush' },
    ];
    expect(await csvWith({ extras })).toContain(',"Frame, oak\nRush",');
  });
});

describe('a negative number', () => {
  it.each(['-5', '-12.5', '-0.001', '-1e-7'])('is a number: %s', async (message) => {
    expect(await messageCell(message)).toBe(message);
  });

  it.each(['-1+1', '-1-1', '-5 ', '-2A1', '--5', '-', '-1.', '-0049', '-5e', '－5'])(
    'is a text when it is more than that: %s',
    async (message) => {
      expect(await messageCell(message)).toBe(`'${message}`);
    },
  );
});

describe('the columns of facts beside the payload', () => {
  const signal = {
    kind: 'many-links',
    text: 'Its name and text have more than 5 links',
    at: '1970-01-01T00:00:00.000Z',
  } as const;

  it('follow all others, in their order', async () => {
    const [heading = ''] = (await text(csvOf(exported({}), ['size']))).split('\r\n');
    expect(heading).toMatch(
      /,version,q:size,arrival,rank,held,signals,missing,termsState,terms,estimateShown,estimateOwn,currency,queueName,queueNameShown,price,priceCurrency$/,
    );
  });

  it('are empty where there is nothing to say', async () => {
    expect((await csvWith({})).trimEnd()).toMatch(/,1,,,false,,,,,,,,,,,$/);
  });

  it('say the lateness of a request, its rank, and the signals of the guard', async () => {
    expect(await cellsOf({ arrival: 'full', rank: 1.5 })).toMatchObject({ arrival: 'full', rank: '1.5' });
    expect(await cellsOf({ signals: [signal] })).toMatchObject({ held: 'false', signals: signal.text });
    expect(await cellsOf({ held: { reasons: [signal] } })).toMatchObject({ held: 'true', signals: signal.text });
  });

  it('say the missing answers, the terms, and both sums in whole units', async () => {
    const sha256 = 'a'.repeat(64);
    const terms = [{ id: '=use', sha256, language: 'de', at: '2026-11-22T10:00:00.000Z', title: null }];
    expect(await cellsOf({ missing: ['size'], terms, termsState: 'incomplete' })).toMatchObject({
      missing: 'size',
      termsState: 'incomplete',
      terms: `'=use (de) ${sha256}`,
    });
    const estimate = { shown: 1250, own: 1200, currency: 'EUR', differs: true };
    expect(await cellsOf({ estimate })).toMatchObject({
      estimateShown: '12.50',
      estimateOwn: '12.00',
      currency: 'EUR',
    });
    const inYen = { shown: 1250, own: null, currency: 'EUR', shownCurrency: 'JPY', differs: true };
    expect(await cellsOf({ estimate: inYen })).toMatchObject({ estimateShown: '1250 JPY', estimateOwn: '' });
  });
});

describe('an export as JSON Lines', () => {
  it('keeps a text that a spreadsheet would cut', async () => {
    const message = '🎨'.repeat(20_000);
    expect(JSON.parse(await text(jsonLinesOf(exported({ message }))))).toMatchObject({ message });
  });
});
