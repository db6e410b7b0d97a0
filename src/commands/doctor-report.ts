import type { Finding } from '../doctor/check.ts';
import { type CheckReport, isTrouble } from '../doctor/examine.ts';
import { printable } from '../platform/log/printable.ts';
import { createRedactor, type Redact } from '../platform/log/redactor.ts';
import { jsonLine } from './output/print.ts';

/** Returns a report as lines. Each line ends with a line feed. */
type ReportForm = (report: CheckReport) => string;

const indent = ' '.repeat(9);

/**
 * Cleans the findings, which quote servers and files: they must neither show a credential nor move the cursor. A command
 * names users and databases, which may be the same word as a password. It never holds a password, except in a URL.
 */
export function createReportPrinter(form: ReportForm, redact: Redact): ReportForm {
  const clean = (text: string, hide = redact) => printable(hide(text)).replaceAll('\n', ' ');
  const hideUrls = createRedactor([]);
  const cleanFinding = ({ verdict, found, remedy, command }: Finding): Finding => ({
    verdict,
    found: clean(found),
    ...(remedy !== undefined && { remedy: clean(remedy) }),
    ...(command !== undefined && { command: clean(command, hideUrls) }),
  });
  return (report) =>
    form({
      ...report,
      findings: report.findings.map(cleanFinding),
      fixed: report.fixed.map((sentence) => clean(sentence)),
    });
}

export function jsonReport({ name, verdict, findings, fixed }: CheckReport): string {
  return jsonLine({ name, verdict, findings, fixed });
}

/** Returns a report for people: a line for each finding, and below it what to do. */
export function plainReport({ name, findings, fixed }: CheckReport): string {
  const lines = [
    ...fixed.map((sentence) => `fixed    ${name}: ${sentence}`),
    ...findings.flatMap(({ verdict, found, remedy, command }) => [
      `${verdict.padEnd(indent.length)}${name}: ${found}`,
      ...(remedy === undefined ? [] : [`${indent}${remedy}`]),
      ...(command === undefined ? [] : [`${indent}$ ${command}`]),
    ]),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

export function summaryOf(reports: readonly CheckReport[]): string {
  const found = reports.filter(({ verdict }) => isTrouble(verdict)).length;
  const checks = reports.length === 1 ? '1 check' : `${reports.length} checks`;
  return found === 0 ? `${checks}, no problems\n` : `${checks}, ${found} with problems or warnings\n`;
}
