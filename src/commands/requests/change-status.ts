import { Argument, type Command, InvalidArgumentError } from 'commander';
import { systemActor } from '../../events/events.ts';
import { type RequestStatus, requestStatuses } from '../../events/statuses.ts';
import { openInbox } from '../../process/parts/request-parts.ts';
import { jsonLine, print } from '../output/print.ts';
import { runTask } from '../task/task.ts';
import { findRequest, requestName } from './find-request.ts';

const examples = `
Examples:
  commissions requests status K7QX-29MB ACCEPTED
`;

export function addStatusCommand(requests: Command): void {
  requests
    .command('status')
    .description('change the status of a request')
    .argument('<request>', 'the id or number of the request', requestName)
    .addArgument(new Argument('<status>', 'the new status').choices(requestStatuses).argParser(statusName))
    .option('--json', 'print the changed request as JSON')
    .addHelpText('after', examples)
    .action(change);
}

function statusName(text: string): RequestStatus {
  const status = requestStatuses.find((one) => one === text.toUpperCase());
  if (status === undefined) throw new InvalidArgumentError(`It must be one of ${requestStatuses.join(', ')}.`);
  return status;
}

function change(name: string, status: RequestStatus, { json }: { readonly json?: true }): Promise<void> {
  return runTask('change the status', async (context) => {
    const inbox = await openInbox(context);
    const before = await findRequest(inbox, name);
    const result = await inbox.editor.change(before.id, before.version, { status }, systemActor);
    if ('missing' in result) throw new Error(`there is no request ${name}`);
    if ('held' in result) throw new Error('the guard holds the request: release it first');
    if ('conflict' in result)
      throw new Error('the request was changed meanwhile: check it, then run the command again');
    const text = `${before.number}: ${before.status} → ${status}\n`;
    await print(json ? jsonLine(result.changed) : text, context.signal);
  });
}
