import { type Command, InvalidArgumentError } from 'commander';
import type { z } from 'zod';
import { requestFilter } from '../../http/operator/schemas/request-query.ts';
import type { RequestFilter } from '../../inbox/inbox.ts';
import { requestStatuses } from '../../inbox/statuses.ts';

const { shape } = requestFilter;

const statusRule = `It must be one or more of ${requestStatuses.join(', ')}`;

/** Adds the options of a filter, with the names and rules of the operators' API. */
export function addFilterOptions(command: Command): Command {
  return command
    .option('--status <statuses>', 'any of these, separated by commas', by(shape.status, statusRule))
    .option('--type <types>', 'any of these type ids', by(shape.type))
    .option('--label <labels>', 'all of these', by(shape.label))
    .option('--from <instant>', 'not before: an RFC 3339 instant, or a date in UTC', by(shape.from))
    .option('--to <instant>', 'before', by(shape.to))
    .option('--q <text>', 'a part of name, e-mail, socials, message, file names or number', by(shape.q))
    .option('--unread', 'not read yet')
    .option('--has-files', 'with attachments')
    .option('--due-before <date>', 'due before, YYYY-MM-DD', by(shape.dueBefore));
}

/** Returns the filter's conditions among the options of a command. */
export function filterOf(options: RequestFilter): RequestFilter {
  const { status, type, label, from, to, q, unread, hasFiles, dueBefore } = options;
  return { status, type, label, from, to, q, unread, hasFiles, dueBefore };
}

/**
 * Returns a function that parses an option's value by a schema of the API.
 * @param rule Replaces the schema's message where that is unclear: what the value must be, without a full stop.
 */
export function by<T>(schema: z.ZodType<T>, rule?: string): (text: string) => T {
  return (text) => {
    const { data, error } = schema.safeParse(text);
    if (error) throw new InvalidArgumentError(`${rule ?? error.issues[0]?.message ?? 'It cannot be read'}.`);
    return data as T;
  };
}
