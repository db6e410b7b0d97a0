import { Socket } from 'node:net';

/** Sends the message that the real program sends on a platform without sharp. */
const head = Buffer.from(JSON.stringify({ kind: 'unable', reason: 'no binaries' }));
const prefix = Buffer.alloc(8);
prefix.writeUInt32BE(head.length, 0);
new Socket({ fd: 3, readable: false }).end(Buffer.concat([prefix, head]));
