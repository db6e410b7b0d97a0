import type { Statement } from './steps.ts';

/** A message of PostgreSQL's protocol (manual, Message Formats). */
export interface Message {
  /** One letter, or empty for a client's first message, which has no letter. */
  readonly type: string;
  /** The whole message, including type and length. */
  readonly bytes: Buffer;
}

const lengthBytes = 4;

/**
 * Returns a function that splits the bytes of a client (whose first message is the `startup`) or a server into
 * messages. Incomplete messages are buffered.
 */
export function createMessageReader(first: 'startup' | 'typed'): (chunk: Buffer) => Message[] {
  let rest: Buffer = Buffer.alloc(0);
  let isTyped = first === 'typed';

  function next(): Message | null {
    const typeBytes = isTyped ? 1 : 0;
    if (rest.length < typeBytes + lengthBytes) return null;
    const end = typeBytes + rest.readUInt32BE(typeBytes);
    if (rest.length < end) return null;
    const bytes = rest.subarray(0, end);
    rest = rest.subarray(end);
    isTyped = true;
    return { type: typeBytes === 0 ? '' : String.fromCharCode(bytes[0] ?? 0), bytes };
  }

  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const messages: Message[] = [];
    for (let message = next(); message !== null; message = next()) messages.push(message);
    return messages;
  };
}

/** Whether the message makes the server process the preceding ones: Sync, a simple Query, Terminate, or the startup. */
export function endsRequest({ type }: Message): boolean {
  return type === 'S' || type === 'Q' || type === 'X' || type === '';
}

/** Returns the statement that a request executes, or null for the start and the end of a session. */
export function statementOf(request: readonly Message[]): Statement | null {
  if (request.some(({ type }) => type === 'Q')) return { kind: 'statement', name: '' };
  const bind = request.find(({ type }) => type === 'B');
  return bind ? { kind: 'statement', name: strings(bind)[1] ?? '' } : null;
}

/** Returns the first two zero-terminated strings of a message. */
function strings({ bytes }: Message): string[] {
  const start = 1 + lengthBytes;
  const middle = bytes.indexOf(0, start);
  const end = bytes.indexOf(0, middle + 1);
  return [bytes.toString('utf8', start, middle), bytes.toString('utf8', middle + 1, end)];
}
