import { type Command, Option } from 'commander';
import { z } from 'zod';
import { systemActor } from '../events/events.ts';
import { openStudioRevisions } from '../process/parts/studio-parts.ts';
import { readNewStudioFile } from '../studio/document/read-studio.ts';
import type { StudioRevision } from '../studio/revisions/studio-revisions.ts';
import { exitCodes } from './output/exit-codes.ts';
import { jsonLine, jsonLines, print } from './output/print.ts';
import { exportStudio } from './studio/export-studio.ts';
import { importStudio, readStudioText } from './studio/import-studio.ts';
import { printPublished, publishedFacts } from './studio/print-published.ts';
import { studioFolderAt } from './studio/studio-folder.ts';
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
  commissions studio export --folder studio
`;

const importDetails = `
Examples:
  commissions studio import /etc/commissions/catalogue.json
  commissions studio import old.json --note undone --json | jq .revision
  commissions studio import studio
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

const fileOrFolder = 'a JSON file with keys of the studio, or a folder of studio export --folder';

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
    .addOption(
      new Option('--folder <dir>', 'a new folder for the document and its pictures, which studio import takes')
        .argParser(pathFromCaller)
        .conflicts('output'),
    )
    .addHelpText('after', exportDetails)
    .action(exportStudio);
  studio
    .command('import')
    .description(
      'publish the keys of a file, such as CATALOGUE_FILE, or of an exported folder; other keys and the draft stay',
    )
    .argument('<file>', fileOrFolder, pathFromCaller)
    .option('--note <text>', 'why, for the list of revisions', noteOption)
    .option('--json', 'print one JSON object: revision, changed')
    .addHelpText('after', importDetails)
    .action(importStudio);
  studio
    .command('check')
    .description('print each fault of a file with its path')
    .argument('<file>', fileOrFolder, pathFromCaller)
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

interface PublishOptions extends JsonOption {
  readonly note?: string;
}

function check(path: string, { json }: JsonOption): Promise<void> {
  return runTask('check the file', async ({ signal }) => {
    const read = readNewStudioFile(await readStudioText(path, await studioFolderAt(path)));
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
    await printPublished(publishedFacts(published), json, context.signal);
  });
}
