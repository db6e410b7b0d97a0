import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import type { Command } from 'commander';
import { z } from 'zod';
import { systemActor } from '../customers/events/events.ts';
import type { StudioRevision } from '../customers/revisions/studio-revisions.ts';
import { sentenceOf } from '../customers/studio/faults.ts';
import { readStudioFile } from '../customers/studio/read-studio.ts';
import { maxStudioBytes, type Studio, studioKeys } from '../customers/studio/studio.ts';
import { openStudioRevisions } from '../process/stores/service-parts.ts';
import { exitCodes } from './output/exit-codes.ts';
import { writeOutput } from './output/output-file.ts';
import { jsonLine, jsonLines, print } from './output/print.ts';
import { by } from './task/arguments.ts';
import { pathFromCaller } from './task/called-from.ts';
import { runTask } from './task/task.ts';

const showDetails = `
Examples:
  commissions studio show
  commissions studio show --json | jq .draft.changed
`;

const exportDetails = `
Examples:
  commissions studio export --output studio.json
  commissions studio export --revision 3 | jq .types
`;

const importDetails = `
Examples:
  commissions studio import /etc/commissions/catalogue.json
  commissions studio import old.json --note undone --json | jq .revision
`;

const checkDetails = `
Examples:
  commissions studio check catalogue.json

Exit codes:
  0   the file has no fault
  1   the file has faults, which were printed
  2   wrong arguments
`;

const publishDetails = `
Examples:
  commissions studio publish --note new-prices
`;

const maxNoteCharacters = 500;

const revisionOption = by(
  z
    .string()
    .regex(/^[1-9]\d{0,8}$/)
    .transform(Number),
  'It must be the number of a revision',
);
const noteOption = by(
  z.string().trim().min(1).max(maxNoteCharacters),
  `It must have 1 to ${maxNoteCharacters} characters`,
);

interface JsonOption {
  readonly json?: true;
}

export function addStudioCommand(program: Command): void {
  const studio = program.command('studio').description('what the form offers: its draft and its revisions');
  studio
    .command('show')
    .description('print what is published, what the draft changes, and what a file on the server sets')
    .option('--json', 'print one JSON object: published, draft, locked')
    .addHelpText('after', showDetails)
    .action(show);
  studio
    .command('export')
    .description('write the published document as JSON')
    .option('--revision <number>', 'an earlier revision (default: the published one)', revisionOption)
    .option('--output <file>', 'a new file (default: standard output)', pathFromCaller)
    .addHelpText('after', exportDetails)
    .action(exportStudio);
  studio
    .command('import')
    .description('publish the keys of a file, such as CATALOGUE_FILE; other keys and the draft stay')
    .argument('<file>', 'a JSON file with keys of the studio', pathFromCaller)
    .option('--note <text>', 'why, for the list of revisions', noteOption)
    .option('--json', 'print one JSON object: revision, changed')
    .addHelpText('after', importDetails)
    .action(importStudio);
  studio
    .command('check')
    .description('print each fault of a file with its place')
    .argument('<file>', 'a JSON file with keys of the studio', pathFromCaller)
    .option('--json', 'print one JSON object a line for each fault')
    .addHelpText('after', checkDetails)
    .action(check);
  studio
    .command('publish')
    .description('publish the draft; every process serves it within two seconds')
    .option('--note <text>', 'why, for the list of revisions', noteOption)
    .option('--json', 'print one JSON object: revision, changed')
    .addHelpText('after', publishDetails)
    .action(publish);
}

function show({ json }: JsonOption): Promise<void> {
  return runTask('show the studio', async (context) => {
    const revisions = await openStudioRevisions(context);
    const published = await revisions.published();
    const { document: _, ...draft } = await revisions.draft();
    const locked = context.config.studioFile?.keys ?? [];
    if (json) return printAll(jsonLine({ published: published && factsOf(published), draft, locked }));
    return printAll(
      [
        published === null ? 'Nothing is published\n' : `${publishedText(published)}\n`,
        draft.changed.length === 0 ? '' : `The draft changes ${draft.changed.join(', ')}\n`,
        locked.length === 0 ? '' : `CATALOGUE_FILE sets ${locked.join(', ')}\n`,
      ].join(''),
    );

    async function printAll(text: string): Promise<undefined> {
      await print(text, context.signal);
    }
  });
}

function publishedText({ revision, at, actor, note }: StudioRevision): string {
  const who = actor.name ?? 'a command';
  return `Revision ${revision} of ${at.toISOString()} by ${who}${note === null ? '' : `: ${JSON.stringify(note)}`}`;
}

function factsOf({ document: _, ...facts }: StudioRevision) {
  return facts;
}

interface ExportOptions {
  readonly revision?: number;
  readonly output?: string;
}

function exportStudio({ revision, output }: ExportOptions): Promise<void> {
  return runTask('export the studio', async (context) => {
    const revisions = await openStudioRevisions(context);
    const found = revision === undefined ? await revisions.published() : await revisions.find(revision);
    if (found === null) throw new Error(revision === undefined ? 'nothing is published' : 'there is no such revision');
    const text = `${JSON.stringify(found.document, null, 2)}\n`;
    if (output === undefined) await print(text, context.signal);
    else await writeOutput(output, Readable.from([text]), context.signal);
  });
}

interface PublishOptions extends JsonOption {
  readonly note?: string;
}

function importStudio(path: string, { note, json }: PublishOptions): Promise<void> {
  return runTask('import the studio', async (context) => {
    const read = readStudioFile(await readFile(path, 'utf8'));
    if ('faults' in read) throw new Error(`the file has faults, which commissions studio check ${path} prints`);
    const { image, icon, ...studio } = read.file;
    const keys = studioKeys.filter((key) => read.keys.includes(key));
    const given = Object.fromEntries(keys.map((key) => [key, studio[key]]));
    const merged = (published: Studio): Studio => withinLimit({ ...published, ...given });
    const revisions = await openStudioRevisions(context);
    const why = note ?? `imported from ${basename(path)}`;
    const published = await revisions.publish(merged, { version: null, note: why, actor: systemActor });
    if (image !== null || icon !== null) {
      process.stderr.write('`image` and `icon` were not imported: they stay in the file of CATALOGUE_FILE\n');
    }
    await printPublished(published, json, context.signal);
  });
}

function withinLimit(studio: Studio): Studio {
  if (Buffer.byteLength(JSON.stringify(studio)) <= maxStudioBytes) return studio;
  throw new Error(`the document would have more than ${maxStudioBytes / 1024} KiB`);
}

function check(path: string, { json }: JsonOption): Promise<void> {
  return runTask('check the file', async ({ signal }) => {
    const read = readStudioFile(await readFile(path, 'utf8'));
    const faults = 'faults' in read ? read.faults : [];
    await print(
      json ? jsonLines(faults.map((fault) => ({ fault }))) : faults.map((fault) => `${fault}\n`).join(''),
      signal,
    );
    return faults.length === 0 ? exitCodes.done : exitCodes.failed;
  });
}

function publish({ note, json }: PublishOptions): Promise<void> {
  return runTask('publish the studio', async (context) => {
    const revisions = await openStudioRevisions(context);
    const published = await revisions.publishDraft({ version: null, note: note ?? null, actor: systemActor });
    await printPublished(published, json, context.signal);
  });
}

type Publishing = Awaited<ReturnType<Awaited<ReturnType<typeof openStudioRevisions>>['publishDraft']>>;

async function printPublished(result: Publishing, json: true | undefined, signal: AbortSignal): Promise<void> {
  if (typeof result === 'object' && 'conflict' in result)
    throw new Error('a version that was not named cannot conflict');
  if (typeof result === 'object' && 'unknownPictures' in result) {
    const places = result.unknownPictures.map((fault) => sentenceOf(fault, 'the document'));
    throw new Error(`${places.join('; ')}: a file has no pictures, so upload them in the inbox first`);
  }
  const facts = result === 'unchanged' ? { revision: null, changed: [] } : result.published;
  const { revision, changed } = facts;
  if (json) return print(jsonLine({ revision, changed }), signal);
  const text = revision === null ? 'Nothing has changed' : `Revision ${revision} is published: ${changed.join(', ')}`;
  await print(`${text}\n`, signal);
}
