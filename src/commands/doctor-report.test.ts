import { describe, expect, it } from 'vitest';
import type { CheckReport } from '../doctor/examine.ts';
import { createReportPrinter, jsonReport, plainReport, summaryOf } from './doctor-report.ts';

const report: CheckReport = {
  name: 'database.rights',
  verdict: 'wrong',
  findings: [
    { verdict: 'ok', found: 'it may connect' },
    { verdict: 'wrong', found: 'it may not write', remedy: 'Let it', command: 'psql -c "grant …"' },
  ],
  fixed: ['took a lock away'],
};
const hostile: CheckReport = {
  name: 'database.version',
  verdict: 'ok',
  findings: [{ verdict: 'ok', found: 'says \u001b[2J\nok  all: \u009b3m the secret pa55word' }],
  fixed: [],
};
const redact = (text: string) => text.replaceAll('pa55word', '[redacted]');

describe('the report of the doctor', () => {
  it('shows a finding on a line, with its remedy below it', () => {
    expect(createReportPrinter(plainReport, redact)(report)).toBe(
      [
        'fixed    database.rights: took a lock away\n',
        'ok       database.rights: it may connect\n',
        'wrong    database.rights: it may not write\n',
        '         Let it\n',
        '         $ psql -c "grant …"\n',
      ].join(''),
    );
  });

  it('shows a command whole, though its user has the name as a password, and no password in a URL', () => {
    const rights = (command: string): CheckReport => ({
      ...report,
      findings: [{ verdict: 'wrong', found: 'it may not write', remedy: 'Let it', command }],
    });
    const printer = createReportPrinter(plainReport, redact);
    expect(printer(rights('psql --command=\'alter table "a" owner to "pa55word"\''))).toContain('owner to "pa55word"');
    expect(printer(rights('curl https://me:pa55word@host/'))).not.toContain('pa55word');
  });

  it('is one JSON object on a line for programs', () => {
    const text = createReportPrinter(jsonReport, redact)(report);
    expect(text).toMatch(/^[^\n]*\n$/);
    expect(JSON.parse(text)).toEqual(report);
  });

  it.each([plainReport, jsonReport])(
    'lets what a server says neither move the cursor nor show a credential',
    (form) => {
      const text = createReportPrinter(form, redact)(hostile);
      expect(text.trimEnd()).not.toMatch(/\p{C}/u);
      expect(text).not.toContain('pa55word');
      expect(text).toContain('[redacted]');
    },
  );

  it('counts the findings', () => {
    expect(summaryOf([hostile])).toBe('1 check, no problems\n');
    expect(summaryOf([hostile, report])).toBe('2 checks, 1 with problems or warnings\n');
  });
});
