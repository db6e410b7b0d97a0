import type { Statement } from './steps.ts';

/** A message of PostgreSQL's protocol (manual, Message Formats). */
export interface Message {
  /** One letter; empty for the first message of a client, which has none. */
  readonly type: string;
  /** All of it, type and length included. */
  readonly bytes: Buffer;
}

const lengthBytes = 4;

/** Cuts what a client says, whose first message is the `startup`, or a server into messages; keeps what is not complete. */
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

/** Whether the server acts on what has been said so far: Sync, a simple Query, Terminate, the start. */
export function endsRequest({ type }: Message): boolean {
  return type === 'S' || type === 'Q' || type === 'X' || type === '';
}

/** Which statement a request carries out; null for the start and the end of a session. */
export function statementOf(request: readonly Message[]): Statement | null {
  if (request.some(({ type }) => type === 'Q')) return { kind: 'statement', name: '' };
  const bind = request.find(({ type }) => type === 'B');
  return bind ? { kind: 'statement', name: strings(bind)[1] ?? '' } : null;
}

/** The first two zero-terminated strings of a message. */
function strings({ bytes }: Message): string[] {
  const start = 1 + lengthBytes;
  const middle = bytes.indexOf(0, start);
  const end = bytes.indexOf(0, middle + 1);
  return [bytes.toString('utf8', start, middle), bytes.toString('utf8', middle + 1, end)];
}
