import { parseArgs } from 'node:util';

export interface ReconcileOptions {
  readonly mode: 'report' | 'delete';
  readonly olderThanHours: number;
}

export const helpText = `Usage: npm run reconcile -- [options]

Compares the bucket with the database, in both directions, by the service's own configuration. Each difference
is a line on standard output:

  object-without-record <key> <bytes> <date>       waste, which --delete removes
  record-without-object <key> <request id>         a loss, which is only reported

Options:
  --delete               delete the objects without a record, one by one
  --older-than-hours N   leave alone what is younger (default 24)
  --help

Exit codes:
  0   nothing was found, or all that was found has been deleted
  1   it failed: what it has printed holds, but may not be all
  2   something was found and is still so
`;

/** What the arguments ask for. @throws {Error} with what is wrong with them */
export function readReconcileOptions(args: readonly string[]): ReconcileOptions | 'help' {
  const { values } = parseArgs({
    args: [...args],
    options: {
      delete: { type: 'boolean', default: false },
      'older-than-hours': { type: 'string', default: '24' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return 'help';
  const hours = values['older-than-hours'];
  if (!/^\d{1,6}$/.test(hours)) throw new Error('--older-than-hours must be a whole number of hours');
  return { mode: values.delete ? 'delete' : 'report', olderThanHours: Number(hours) };
}
