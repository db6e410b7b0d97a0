import type { Command } from 'commander';
import type { RequestEvent } from '../../events/event-shape.ts';
import { printable } from '../../platform/log/printable.ts';
import { openInbox } from '../../process/parts/request-parts.ts';
import type { Line } from '../../requests/facet/facet.ts';
import { facets, type InboxRequest } from '../../requests/facets/registry.ts';
import { jsonLine, print } from '../output/print.ts';
import { runTask } from '../task/task.ts';
import { findRequest, requestName } from './find-request.ts';

const examples = `
Examples:
  commissions requests show K7QX-29MB
  commissions requests show K7QX-29MB --json | jq '.events[].kind'
`;

export function addShowCommand(requests: Command): void {
  requests
    .command('show')
    .description('print a request, its details, and its events')
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

function asText(request: InboxRequest, events: readonly RequestEvent[]): string {
  const short = facets.flatMap((facet): readonly Line[] => ('lines' in facet ? facet.lines(request) : []));
  const long = facets.flatMap((facet): readonly Line[] => ('longLines' in facet ? facet.longLines(request) : []));
  const lines = [...short, ...long]
    .filter(([, value]) => value)
    .map(([title, value]) => indented(`${title}: ${value}`));
  return `${[...lines, '', ...events.map(eventLine)].join('\n')}\n`;
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
