import { type Command, Option } from 'commander';
import { systemActor } from '../../events/events.ts';
import { csvOf, jsonLinesOf } from '../../http/operator/requests/export-formats.ts';
import { openInbox } from '../../process/parts/request-parts.ts';
import { openNamedBucket } from '../../process/stores/stores.ts';
import type { RequestFilter } from '../../requests/inbox/request-filter-shape.ts';
import { exitCodes } from '../output/exit-codes.ts';
import { writeOutput } from '../output/output-file.ts';
import { emailAddress } from '../task/arguments.ts';
import { pathFromCaller } from '../task/called-from.ts';
import { runTask } from '../task/task.ts';
import { addFilterOptions, filterOf } from './filter-options.ts';
import { collectPerson, isEmpty, personZip } from './person-zip.ts';

interface ExportOptions extends RequestFilter {
  readonly format: 'csv' | 'jsonl';
  readonly email?: string;
  readonly output?: string;
}

const details = `
With --email the export is one zip of all data about a person: requests.json with the requests, notes, events and
mails to the person, and the attachments. If the person wants to hear when the form opens, opening-notice.json says so.
If blocks name the person, they are in blocks.json.

Examples:
  commissions requests export --status COMPLETED --format csv --output completed.csv
  commissions requests export --email vera@example.org --output vera.zip

Exit codes:
  0   the export is complete
  1   the export failed: no file was written
  2   wrong arguments
  3   the zip was written, but attachments are missing or altered in the bucket: each is named
`;

export function addExportCommand(requests: Command): void {
  const command = addFilterOptions(
    requests.command('export').description('export all requests of a filter, or all data about a person'),
  )
    .addOption(
      new Option('--format <format>', 'csv for spreadsheets, or lossless jsonl')
        .choices(['csv', 'jsonl'])
        .default('jsonl'),
    )
    .addOption(
      new Option('--email <address>', 'all data about this person, as a zip')
        .argParser(emailAddress)
        .conflicts('format'),
    )
    .option('--output <file>', 'a new file (default: standard output)', pathFromCaller)
    .addHelpText('after', details);
  command.action((options: ExportOptions) => {
    if (options.email === undefined) return exportFiltered(options);
    if (Object.values(filterOf(options)).some((condition) => condition !== undefined)) {
      command.error('error: With --email leave out the other conditions: it exports all data about a person');
    }
    return exportPerson(options.email, options.output);
  });
}

function exportFiltered(options: ExportOptions): Promise<void> {
  const { format, output } = options;
  return runTask('export', async (context) => {
    const { exporter } = await openInbox(context);
    const exported = exporter.export(filterOf(options), format, systemActor, context.signal);
    const written = format === 'csv' ? csvOf(exported, await exporter.questionIds()) : jsonLinesOf(exported);
    await writeOutput(output, written, context.signal);
  });
}

function exportPerson(email: string, output: string | undefined): Promise<void> {
  return runTask('export', async (context) => {
    const { config, releases, signal } = context;
    const inbox = await openInbox(context);
    const objects = releases.add(await openNamedBucket(config), (store) => store.close());
    const person = await collectPerson(inbox, objects, email, signal);
    if (person.requests.length === 0 && isEmpty(person)) {
      throw new Error('there is no request from this address');
    }
    await writeOutput(output, personZip(person, objects, signal), signal);
    for (const { requestId, position, fault } of person.lost) {
      const what = fault === 'missing' ? 'lacks' : 'has other bytes of';
      process.stderr.write(`The bucket ${what} file ${position} of request ${requestId}\n`);
    }
    return person.lost.length === 0 ? exitCodes.done : exitCodes.incomplete;
  });
}
