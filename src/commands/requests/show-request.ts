import type { Command } from 'commander';
import type { RequestEvent } from '../../events/event-shape.ts';
import { storedEntries, storedFields } from '../../intake/submission/request-fields.ts';
import { printable } from '../../platform/log/printable.ts';
import { openInbox } from '../../process/stores/service-parts.ts';
import type { InboxRequest } from '../../requests/inbox/request-shape.ts';
import { jsonLine, print } from '../output/print.ts';
import { runTask } from '../task/task.ts';
import { findRequest, requestName } from './find-request.ts';
import { toldLines } from './told-lines.ts';

const examples = `
Examples:
  commissions requests show K7QX-29MB
  commissions requests show K7QX-29MB --json | jq '.events[].kind'
`;

export function addShowCommand(requests: Command): void {
  requests
    .command('show')
    .description('print a request, what its customer told beside the message, and its events')
    .argument('<request>', 'the id or number of the request', requestName)
    .option('--json', 'print one JSON object')
    .addHelpText('after', examples)
    .action(show);
}

function show(name: string, { json }: { readonly json?: true }): Promise<void> {
  return runTask('show the request', async (context) => {
    const inbox = await openInbox(context);
    const request = await findRequest(inbox, name);
    const events = (await inbox.reader.events(request.id)) ?? [];
    await print(json ? jsonLine({ ...request, events }) : asText(request, events), context.signal);
  });
}

const shortFields = storedEntries.filter(([name]) => name !== 'message');

function asText(request: InboxRequest, events: readonly RequestEvent[]): string {
  const facts: readonly (readonly [string, string | null])[] = [
    ['Number', request.number],
    ['Id', request.id],
    ['Came', request.createdAt.toISOString()],
    ['Status', request.status],
    ['Due', request.dueOn],
    ['Labels', request.labels.join(', ')],
    ...shortFields.map(([name, { label }]) => [label, [request[name]].flat().join(', ')] as const),
    ...toldLines(request),
    ['Public message', request.publicMessage],
    [storedFields.message.label, request.message],
  ];
  const lines = facts.filter(([, value]) => value).map(([name, value]) => indented(`${name}: ${value}`));
  const files = request.files.map(
    ({ position, size, type, name }) => `File ${position}: ${indented(name)} (${indented(type)}, ${size} bytes)`,
  );
  return `${[...lines, ...files, '', ...events.map(eventLine)].join('\n')}\n`;
}

function eventLine({ at, kind, actor, to }: RequestEvent): string {
  const happened = kind === 'message' && to === null ? 'message cancelled' : kind;
  const what = to === null ? '' : `: ${typeof to === 'string' ? to : JSON.stringify(to)}`;
  return indented(`${at.toISOString()} ${happened} by ${actor.name ?? actor.kind}${what}`);
}

/** Indents all lines but the first, so that text of a customer cannot look like another line of the output. */
function indented(text: string): string {
  return printable(text).replaceAll('\n', '\n    ');
}
