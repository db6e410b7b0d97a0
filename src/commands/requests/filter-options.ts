import { type Command, InvalidArgumentError, Option } from 'commander';
import { requestStatuses } from '../../events/statuses.ts';
import { arrivals } from '../../requests/facets/arrivals.ts';
import type { RequestFilter } from '../../requests/inbox/request-filter-shape.ts';
import { requestFilter } from '../../requests/inbox/request-filter-shape.ts';
import { searchTerm } from '../../requests/inbox/search-text.ts';
import { by } from '../task/arguments.ts';

const { shape } = requestFilter;

const statusRule = `It must be one or more of ${requestStatuses.join(', ')}`;
const instantRule = 'It must be an RFC 3339 instant such as 2026-05-01T09:00:00Z, or a date, YYYY-MM-DD';
/** As the inbox page says it. */
const tooShort = 'A search needs three characters, or two in Chinese, Japanese and Korean.';

/** Adds the options of a filter, with the names and rules of the operators' API. */
export function addFilterOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--status <statuses>', 'requests with any of these statuses, separated by commas')
        .choices(requestStatuses)
        .argParser(statuses),
    )
    .option('--type <types>', 'requests with any of these type ids', by(shape.type, 'It must be one or more type ids'))
    .option(
      '--label <labels>',
      'requests with all of these labels',
      by(shape.label, 'It must be one or more labels of at most 50 characters'),
    )
    .option(
      '--from <instant>',
      'the earliest time of creation: an RFC 3339 instant, or a date in UTC',
      by(shape.from, instantRule),
    )
    .option('--to <instant>', 'the latest time of creation, exclusive', by(shape.to, instantRule))
    .option(
      '--q <text>',
      'a part of the name, e-mail, socials, message, answers, file names or number, or an id',
      searchFor,
    )
    .option('--unread', 'unread requests')
    .option('--has-files', 'requests with attachments')
    .option(
      '--due-before <date>',
      'requests that are due before this date, YYYY-MM-DD',
      by(shape.dueBefore, 'It must be a date, YYYY-MM-DD'),
    )
    .addOption(
      new Option('--arrival <arrivals>', 'requests that came while the form was closed, or full, separated by commas')
        .choices(arrivals)
        .argParser(by(shape.arrival, `It must be one or more of ${arrivals.join(', ')}`)),
    )
    .option(
      '--answer <id=value>',
      'requests with this answer, by the ids of question and option, or true or false; may be repeated',
      withAnswer,
    )
    .option('--held', 'requests that the guard holds, which are in no other list');
}

function withAnswer(text: string, previous: RequestFilter['answer'] = {}): RequestFilter['answer'] {
  const [, id = '', answer = ''] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
  const others = Object.hasOwn(previous, id) ? previous[id] : [];
  const { data } = shape.answer.safeParse({ ...previous, [id]: [...(others ?? []), answer] });
  if (data === undefined || !Object.hasOwn(data, id)) {
    throw new InvalidArgumentError('It must be the id of a question and an answer: size=a4, or gift=true.');
  }
  return data;
}

function statuses(text: string): RequestFilter['status'] {
  return by(shape.status, statusRule)(text.toUpperCase());
}

function searchFor(text: string): RequestFilter['q'] {
  if (searchTerm(text) === null) throw new InvalidArgumentError(tooShort);
  return by(shape.q, 'It must be at most 200 characters')(text);
}

/** Returns the filter's conditions among the options of a command. */
export function filterOf(options: RequestFilter): RequestFilter {
  const { status, type, label, from, to, q, unread, hasFiles, dueBefore, arrival, answer, held } = options;
  return { status, type, label, from, to, q, unread, hasFiles, dueBefore, arrival, answer, held };
}
