import type { Command } from 'commander';
import { z } from 'zod';
import { openStoredFile } from '../platform/objects/stored-file.ts';
import { openInbox } from '../process/parts/request-parts.ts';
import { openNamedBucket } from '../process/stores/stores.ts';
import { writeOutput } from './output/output-file.ts';
import { jsonLine, print } from './output/print.ts';
import { attachmentKeys, findRequest, requestName } from './requests/find-request.ts';
import { by } from './task/arguments.ts';
import { pathFromCaller } from './task/called-from.ts';
import { runTask } from './task/task.ts';

const positionArgument = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number);

const examples = `
Examples:
  commissions files get K7QX-29MB 0 --output reference.png
  commissions files get K7QX-29MB 0 | file -
  commissions files get K7QX-29MB 0 --output reference.png --json | jq -r .sha256
`;

interface GetOptions {
  readonly output?: string;
  readonly json?: true;
}

export function addFilesCommand(program: Command): void {
  const files = program.command('files').description('read the attachments of requests');
  const command = files
    .command('get')
    .description('write the bytes of an attachment, checked against what was stored')
    .argument('<request>', 'the id or number of the request', requestName)
    .argument(
      '<position>',
      'the position of the file, counted from 0 in the order of the form',
      by(positionArgument, 'It must be a whole number, 0 or more'),
    )
    .option('--output <file>', 'a new file (default: standard output)', pathFromCaller)
    .option('--json', 'with --output: print the record of the file as one JSON object')
    .addHelpText('after', examples);
  command.action((name: string, position: number, options: GetOptions) => {
    if (options.json && options.output === undefined) command.error('error: --json needs --output');
    return get(name, position, options);
  });
}

function get(name: string, position: number, { output, json }: GetOptions): Promise<void> {
  return runTask('get the file', async (context) => {
    const { config, releases, signal } = context;
    const inbox = await openInbox(context);
    const request = await findRequest(inbox, name);
    const file = request.files.find((one) => one.position === position);
    if (file === undefined) throw new Error(`the request has no file ${position}`);
    const key = (await attachmentKeys(inbox.pool, request.id)).get(position);
    if (key === undefined) throw new Error('the request was erased meanwhile');
    const objects = releases.add(await openNamedBucket(config), (store) => store.close());
    await writeOutput(output, await openStoredFile(objects, { key, ...file }, { signal }), signal);
    if (json) await print(jsonLine({ requestId: request.id, ...file, output }), signal);
  });
}
