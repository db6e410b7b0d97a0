import type { Command } from 'commander';
import { z } from 'zod';
import { withInbox } from '../process/inbox-store.ts';
import { openNamedBucket } from '../process/stores.ts';
import { writeOutput } from './output-file.ts';
import { attachmentKeys } from './requests/attachment-keys.ts';
import { by } from './requests/filter-options.ts';
import { findRequest, requestName } from './requests/find-request.ts';
import { runTask } from './task.ts';
import { openVerified } from './verified-content.ts';

const positionArgument = z.coerce
  .number('It must be a whole number')
  .int('It must be a whole number')
  .min(0, 'It must be 0 or more');

const examples = `
Examples:
  commissions files get K7QX-29MB 0 --output reference.png
  commissions files get K7QX-29MB 0 | file -
`;

export function addFilesCommand(program: Command): void {
  const files = program.command('files').description('the attachments of requests');
  files
    .command('get')
    .description('write the bytes of an attachment, checked against what was stored')
    .argument('<request>', 'its id or number', requestName)
    .argument('<position>', 'which file, counted from 0 in the order of the form', by(positionArgument))
    .option('--output <file>', 'a new file; standard output when left out')
    .addHelpText('after', examples)
    .action(get);
}

function get(name: string, position: number, { output }: { readonly output?: string }): Promise<void> {
  return runTask({
    name: 'get the file',
    run: ({ config, log, signal }) =>
      withInbox(config, log, async (inbox) => {
        const request = await findRequest(inbox, name);
        const file = request.files.find((one) => one.position === position);
        if (file === undefined) throw new Error(`the request has no file ${position}`);
        const key = (await attachmentKeys(inbox.pool, request.id)).get(position);
        if (key === undefined) throw new Error('the request was erased meanwhile');
        const objects = await openNamedBucket(config);
        try {
          await writeOutput(output, await openVerified(objects, key, file, signal), signal);
        } finally {
          await objects.close();
        }
        return 0;
      }),
  });
}
