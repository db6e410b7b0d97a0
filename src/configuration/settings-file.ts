/** A line of a settings file that is no setting, or one that programs read differently. */
interface LineFault {
  /** From 1. */
  readonly line: number;
  /** Names the variable where the line has one, and quotes no value. */
  readonly what: string;
}

interface Settings {
  readonly variables: ReadonlyMap<string, string>;
  readonly faults: readonly LineFault[];
}

const blankOrComment = /^[ \t]*(?:#.*)?$/s;
const assignment = /^[ \t]*(?<name>[A-Za-z_][A-Za-z0-9_]*)[ \t]*=[ \t]*(?<value>.*?)[ \t]*$/s;

/**
 * Reads `NAME=value` lines as `EnvironmentFile=` of systemd does, which reads the file for the service. Refuses
 * values that other readers of such files, and people, read differently: a plain value with `#` or `\`, text behind a
 * quoted one, a value of several lines. A name that is set twice has its last value.
 */
export function readSettings(text: string): Settings {
  const variables = new Map<string, string>();
  const faults: LineFault[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const what = faultOfLine(line);
    if (what !== null) faults.push({ line: index + 1, what });
    const { name, value } = assignment.exec(line)?.groups ?? {};
    if (what === null && name !== undefined) variables.set(name, unquoted(value ?? ''));
  }
  return { variables, faults };
}

function faultOfLine(line: string): string | null {
  if (/[\0\r\ufffd]/.test(line)) return 'is not text in UTF-8';
  if (line.startsWith('\ufeff')) return 'begins with a byte order mark: save the file without it';
  if (/^\s*#.*\\$/s.test(line)) return 'is a comment that ends in a backslash, which may continue on the next line';
  if (/^\s*;/.test(line)) return 'begins with a semicolon: begin comments with #';
  if (blankOrComment.test(line)) return null;
  const { name, value } = assignment.exec(line)?.groups ?? {};
  if (name !== undefined) {
    const what = faultOfValue(value ?? '');
    return what === null ? null : `${name} ${what}`;
  }
  if (/^\s*export\s/.test(line)) return 'begins with export: write the name and the value alone';
  return 'is neither NAME=value nor a comment';
}

const inQuotes = /^(?:'[^']*'|"[^"\\]*")$/;

function faultOfValue(value: string): string | null {
  if (inQuotes.test(value)) return null;
  if (value.startsWith("'")) return quoteFault(value, "'");
  if (value.startsWith('"')) {
    return value.includes('\\')
      ? 'has a backslash between double quotation marks: use single ones'
      : quoteFault(value, '"');
  }
  if (value.startsWith('`')) return 'begins with a backtick: put the value in single quotation marks';
  if (value.includes('#')) {
    return 'has a #: put the value in quotation marks, or a comment on a line of its own';
  }
  if (value.includes('\\')) return 'has a backslash: put the value in single quotation marks';
  return null;
}

function quoteFault(value: string, mark: string): string {
  return value.indexOf(mark, 1) === -1
    ? 'has a quotation mark that does not end on its line'
    : 'has text behind its closing quotation mark: put comments on a line of their own';
}

function unquoted(value: string): string {
  return inQuotes.test(value) ? value.slice(1, -1) : value;
}
