import { type Command, Option } from 'commander';
import { requestListOptions } from '../../http/operator/schemas/request-query.ts';
import { openInbox } from '../../process/parts/request-parts.ts';
import type { InboxRequest } from '../../requests/facets/registry.ts';
import { type RequestSort, requestSorts } from '../../requests/inbox/inbox.ts';
import type { RequestFilter } from '../../requests/inbox/request-filter-shape.ts';
import { jsonLines, print, table } from '../output/print.ts';
import { by } from '../task/arguments.ts';
import { runTask } from '../task/task.ts';
import { addFilterOptions, filterOf } from './filter-options.ts';

const headings = ['number', 'came', 'status', 'files', 'name', 'e-mail', 'id'];

interface ListOptions extends RequestFilter {
  readonly sort: RequestSort;
  readonly limit: number;
  readonly json?: true;
}

const examples = `
Examples:
  commissions requests list --status NEW --unread
  commissions requests list --arrival full --answer size=a4 --answer gift=true
  commissions requests list --q cat --json | jq -r .customerEmail
`;

export function addListCommand(requests: Command): void {
  addFilterOptions(requests.command('list').description('print requests, the newest first'))
    .addOption(new Option('--sort <order>', 'the order of the requests').choices(requestSorts).default('newest'))
    .option(
      '--limit <number>',
      'the maximum number of requests, up to 200',
      by(requestListOptions.shape.limit, 'It must be a whole number from 1 to 200'),
      50,
    )
    .option('--json', 'print one JSON object a line')
    .addHelpText('after', examples)
    .action(list);
}

function list(options: ListOptions): Promise<void> {
  return runTask('list the requests', async (context) => {
    const { reader } = await openInbox(context);
    const { sort, limit } = options;
    const page = await reader.list({ filter: filterOf(options), sort, cursor: null, limit });
    const items = page?.items ?? [];
    const isCut = page?.next !== null;
    await print(options.json ? jsonLines(items) : table(headings, items.map(cellsOf)), context.signal);
    if (isCut) process.stderr.write(`There are more requests: raise --limit, or use requests export\n`);
  });
}

function cellsOf(request: InboxRequest): readonly string[] {
  const { number, createdAt, status, files, customerName, customerEmail, id } = request;
  return [number, createdAt.toISOString(), status, String(files.length), customerName, customerEmail, id];
}
