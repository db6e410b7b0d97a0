import type { Command } from 'commander';
import type { Config } from '../../configuration/config.ts';
import { systemActor } from '../../events/events.ts';
import type { Eraser, ErasureCause, PersonNotice } from '../../keeping/erasure/erasure.ts';
import type { Erasure, ErasureCandidate, ErasureReason } from '../../keeping/erasure/erasure-shape.ts';
import { type InboxStore, openEraser } from '../../process/parts/request-parts.ts';
import { countText } from '../output/amounts.ts';
import { exitCodes } from '../output/exit-codes.ts';
import { jsonLines, print, table } from '../output/print.ts';
import { createProgressLine } from '../output/progress.ts';
import { emailAddress } from '../task/arguments.ts';
import { runTask } from '../task/task.ts';
import { confirmationOf, confirmErasure, type Terminal } from './confirm-erasure.ts';
import { findRequest, requestName } from './find-request.ts';
import { isEmpty } from './person-zip.ts';

/** Maximum requests that one command erases by retention rules. */
const retentionLimit = 10_000;
/** Requests that are erased and printed together. */
const sliceSize = 20;

const nothingToErase: Readonly<Record<ErasureReason, string>> = {
  person: 'There is no request from this address',
  retention: 'No request is due by RETENTION',
  request: 'The request no longer exists',
};
const erasureHeadings = `${'erased'.padEnd(36)}  ${'at'.padEnd(24)}  files  attachments\n`;
const noNotice: PersonNotice = { openingNotice: null, blocks: [] };
const unstoppable = new AbortController().signal;

interface EraseOptions {
  readonly email?: string;
  readonly retention?: true;
  readonly dryRun?: true;
  readonly yes?: true;
  readonly json?: true;
}

interface Selection {
  readonly cause: ErasureCause;
  readonly candidates: readonly ErasureCandidate[];
  /** Other records of the person. Its erasure has no receipt. */
  readonly notice: PersonNotice;
}

const details = `
Erasure permanently deletes rows, notes, events and attachments. A receipt without personal data remains.
In a terminal you confirm the erasure: type the number of the request, or the count of what is erased. A program is not asked.

Examples:
  commissions requests erase K7QX-29MB --dry-run
  commissions requests erase --email vera@example.org
  commissions requests erase --retention --yes

Exit codes:
  0   everything was erased
  1   the command failed: the printed requests were erased
  2   wrong arguments
  3   the requests were erased, but an attachment could not be deleted yet: the service retries
`;

export function addEraseCommand(requests: Command): void {
  const command = requests
    .command('erase')
    .description('erase one request, all that is kept of a person, or what is due by RETENTION')
    .argument('[request]', 'the id or number of the request', requestName)
    .option(
      '--email <address>',
      'erase all requests from this e-mail address, its wish to hear when the form opens, and the text of a block of it',
      emailAddress,
    )
    .option('--retention', 'erase all requests that are due by RETENTION')
    .option('--dry-run', 'print what would be erased, and erase nothing')
    .option('--yes', 'erase without confirmation in a terminal')
    .option('--json', 'print one JSON object a line')
    .addHelpText('after', details);
  command.action((name: string | undefined, options: EraseOptions) => {
    const given = [name, options.email, options.retention].filter((one) => one !== undefined);
    if (given.length !== 1) command.error('error: Name one request, or --email, or --retention');
    return run(name, options);
  });
}

function run(name: string | undefined, options: EraseOptions): Promise<void> {
  return runTask(
    'erase',
    async (context) => {
      const { eraser, inbox } = await openEraser(context);
      const { cause, candidates, notice } = await select(inbox, context.config, name, options);
      if (candidates.length === 0 && isEmpty(notice)) {
        process.stderr.write(`${nothingToErase[cause.reason]}\n`);
        return exitCodes.done;
      }
      if (options.dryRun) {
        await print(options.json ? jsonLines(candidates) : candidateTable(candidates), context.signal);
        if (notice.openingNotice) process.stderr.write('The address also waits to hear when the form opens\n');
        if (notice.blocks.length > 0) process.stderr.write(`${blocksText(notice)} would lose address and reason\n`);
        return exitCodes.done;
      }
      if (!options.yes) await confirm(cause.reason, candidates, notice, context.signal);
      if (options.email !== undefined) await forgetNotice(inbox, options.email, candidates);
      if (candidates.length === 0) return exitCodes.done;
      const erasures = await eraseSlices(eraser, candidates, cause, options, context.signal);
      return report(erasures, candidates.length);
    },
    { whenStopped: 'the printed requests were erased, run the same command again for the rest' },
  );
}

async function forgetNotice(
  { notices }: InboxStore,
  email: string,
  candidates: readonly ErasureCandidate[],
): Promise<void> {
  const ids = candidates.map(({ id }) => id);
  const forgotten = await notices.forget(email, ids);
  if (forgotten.openingNotice) process.stderr.write('The address no longer waits to hear when the form opens\n');
  if (forgotten.blocks.length > 0) process.stderr.write(`${blocksText(forgotten)} lost address and reason\n`);
}

function blocksText({ blocks }: PersonNotice): string {
  return countText(blocks.length, 'block');
}

function confirm(
  reason: ErasureReason,
  candidates: readonly ErasureCandidate[],
  notice: PersonNotice,
  signal: AbortSignal,
): Promise<void> {
  const terminal: Terminal = { input: process.stdin, output: process.stdout, question: process.stderr };
  const others = [
    ...(notice.openingNotice ? ['the address that waits to hear when the form opens'] : []),
    ...(notice.blocks.length > 0 ? [`address and reason of ${blocksText(notice)}`] : []),
  ];
  const { effect, expected } = confirmationOf(reason, candidates, others);
  return confirmErasure(terminal, effect, expected, signal);
}

/** Prints each slice after its erasure. With a silent store the rest is one slice, because each slice waits for it. */
async function eraseSlices(
  eraser: Eraser,
  candidates: readonly ErasureCandidate[],
  cause: ErasureCause,
  { json }: EraseOptions,
  signal: AbortSignal,
): Promise<readonly Erasure[]> {
  const line = createProgressLine(process.stderr, 'Erased', 'requests');
  const ids = candidates.map(({ id }) => id);
  const all: Erasure[] = [];
  let isStoreUp = true;
  if (!json) await print(erasureHeadings, signal);
  for (let start = 0; start < ids.length; ) {
    signal.throwIfAborted();
    const end = isStoreUp ? start + sliceSize : ids.length;
    const erasures = await eraser.erase(ids.slice(start, end), cause);
    all.push(...erasures);
    line.end();
    // Erased requests are printed even after a signal.
    await print(json ? jsonLines(erasures) : erasures.map(erasureText).join(''), unstoppable);
    line.show({ done: Math.min(end, ids.length), total: ids.length, bytes: null });
    isStoreUp = erasures.every(({ isComplete }) => isComplete);
    start = end;
  }
  line.end();
  return all;
}

async function select(
  inbox: InboxStore,
  { retention }: Config,
  name: string | undefined,
  { email }: EraseOptions,
): Promise<Selection> {
  const { candidates, notices } = inbox;
  const causeOf = (reason: ErasureReason): ErasureCause => ({ reason, actor: systemActor });
  if (email !== undefined) {
    const found = await candidates.ofPerson(email);
    const ids = found.map(({ id }) => id);
    return { cause: causeOf('person'), candidates: found, notice: await notices.find(email, ids) };
  }
  if (name === undefined) {
    if (retention.length === 0) throw new Error('RETENTION is not set');
    const cause = { ...causeOf('retention'), rules: retention };
    return { cause, candidates: await candidates.expired(retention, retentionLimit), notice: noNotice };
  }
  const found = await candidates.find((await findRequest(inbox, name)).id);
  return { cause: causeOf('request'), candidates: found === null ? [] : [found], notice: noNotice };
}

function report(erasures: readonly Erasure[], found: number): number {
  const kept = found - erasures.length;
  if (kept > 0) process.stderr.write(`${kept} of ${found} requests were changed or erased by others meanwhile\n`);
  const unfinished = erasures.filter(({ isComplete }) => !isComplete).length;
  if (unfinished === 0) return exitCodes.done;
  process.stderr.write(
    `${unfinished} of ${erasures.length} erased requests have attachments that could not be deleted yet: ` +
      'the service retries until they are\n',
  );
  return exitCodes.incomplete;
}

function candidateTable(candidates: readonly ErasureCandidate[]): string {
  const rows = candidates.map(({ number, createdAt, status, files, bytes, id }) => [
    number,
    createdAt.toISOString(),
    status,
    String(files),
    String(bytes),
    id,
  ]);
  return table(['number', 'came', 'status', 'files', 'bytes', 'id'], rows);
}

function erasureText({ requestId, erasedAt, objectKeys, isComplete }: Erasure): string {
  const state = isComplete ? 'deleted' : 'still to be deleted';
  return `${requestId}  ${erasedAt.toISOString()}  ${String(objectKeys.length).padStart(5)}  ${state}\n`;
}
