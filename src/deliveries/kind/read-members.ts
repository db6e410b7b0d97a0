import { z } from 'zod';
import type { ReadReceiverUrl } from '../receivers/receiver-url.ts';
import type { Faulty, Members } from './kind.ts';

type Read<Shape extends Members> = { readonly members: z.infer<z.ZodObject<Shape>> } | Faulty;

/** Reads the members of one kind from those of a channel or a change, and ignores others. */
export function readMembers<Shape extends Members>(shape: Shape, members: unknown): Read<Shape> {
  const read = z.object(shape).safeParse(members);
  if (read.success) return { members: read.data };
  const [issue] = read.error.issues;
  return fault(`/${(issue?.path ?? []).join('/')}`, issue?.message ?? 'Invalid');
}

/** Reads a URL that an owner entered for the member of this name. */
export function readUrlMember(name: string, text: string, readUrl: ReadReceiverUrl): { readonly url: URL } | Faulty {
  const read = readUrl(text);
  return 'url' in read ? read : { fault: { path: `/${name}`, message: `The URL ${read.fault}`, code: 'url' } };
}

function fault(path: string, message: string): Faulty {
  return { fault: { path, message, code: 'rule' } };
}

/** Leaves out the members that a change does not have. */
export function defined<T extends object>(change: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as ReturnType<
    typeof defined<T>
  >;
}
