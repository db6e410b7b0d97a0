import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDescriptors } from '../database/data-directory.ts';
import { type AssembledApp, assembleApp } from '../support/assembled-app.ts';
import { encodeForm, filePart, formType, payloadPart, postForm } from '../support/form.ts';

type Ending = (socket: Socket) => void;

const endings: Readonly<Record<string, Ending>> = {
  closes: (socket) => socket.destroy(),
  resets: (socket) => socket.resetAndDestroy(),
  'says that it is done': (socket) => socket.end(),
};

/** Larger than the spool's memory, so that the second file spills to disk. */
const form = encodeForm([
  payloadPart(),
  filePart('small.png', Buffer.alloc(1000, 'a')),
  filePart('large.png', Buffer.alloc(400_000, 'b')),
  filePart('last.png', Buffer.alloc(30_000, 'c')),
]);
const fileCount = 3;
const head = Buffer.from(
  'POST /api/v1/commissions HTTP/1.1\r\nHost: localhost\r\n' +
    `Content-Type: ${formType}\r\nContent-Length: ${form.length}\r\n\r\n`,
);
const message = Buffer.concat([head, form]);
const nothing = { requests: 0, files: 0, intents: 0, objects: 0, spoolBytes: 0, spoolFiles: 0 };

let app: AssembledApp;
let descriptorsBefore: number;
/** The expected counts for all submissions of this file that were meant to succeed. */
let accepted: number;

beforeAll(async () => {
  app = await assembleApp();
  accepted = 0;
  await expectNextAccepted();
  descriptorsBefore = await openDescriptors();
});

afterAll(() => app.close());

function times(count: number) {
  return { ...nothing, requests: count, files: count * fileCount, objects: count * fileCount };
}

async function expectNextAccepted(): Promise<void> {
  expect((await postForm(app.endpoint, form)).status).toBe(201);
  accepted += 1;
  expect(await app.held()).toEqual(times(accepted));
}

/** Expects that only the accepted submissions remain, and no additional open file descriptor. */
async function expectNothingLeft(): Promise<void> {
  await expect.poll(() => app.held()).toEqual(times(accepted));
  await expect.poll(() => openDescriptors()).toBeLessThanOrEqual(descriptorsBefore);
}

async function sendAndEnd(bytes: Uint8Array, end: Ending): Promise<void> {
  const socket = connect(app.port, '127.0.0.1');
  socket.on('error', () => {}).resume();
  await new Promise<void>((sent) => socket.write(bytes, () => sent()));
  end(socket);
  if (!socket.closed) await once(socket, 'close');
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe.each(Object.entries(endings))('a client that %s', (_title, end) => {
  const fileAt = head.length + form.indexOf('large.png');
  it.each([
    ['before its first byte', 0],
    ['inside the request line', 10],
    ['inside the headers', head.length - 10],
    ['behind the headers', head.length],
    ['inside the payload', head.length + form.indexOf('customerEmail')],
    ['inside the header of a part', fileAt],
    ['inside a file', fileAt + 200_000],
    ['at the end of a file', head.length + form.lastIndexOf('\r\n--test-boundary', form.length - 40_000)],
    ['inside the last file', message.length - 20_000],
    ['before the final boundary is whole', message.length - 5],
    ['right before its last byte', message.length - 1],
  ])('leaves nothing behind when it does so %s', async (_where, cutAt) => {
    await sendAndEnd(message.subarray(0, cutAt), end);
    await expectNothingLeft();
    await expectNextAccepted();
  });

  it('leaves nothing behind at 40 random places, one after the other', async () => {
    const random = seeded(20_261_121);
    for (let round = 0; round < 40; round += 1) {
      await sendAndEnd(message.subarray(0, Math.floor(random() * message.length)), end);
    }
    await expectNothingLeft();
    await expectNextAccepted();
  });

  it('leaves nothing behind at 40 random places, all at once', async () => {
    const random = seeded(7);
    const places = Array.from({ length: 40 }, () => Math.floor(random() * message.length));
    await Promise.all(places.map((place) => sendAndEnd(message.subarray(0, place), end)));
    await expectNothingLeft();
    await expectNextAccepted();
  });

  it('has its submission stored whole when it does so during an upload', async () => {
    app.objectStore.holdAnswers();
    const before = app.s3.objects.size;
    const socket = connect(app.port, '127.0.0.1');
    socket.on('error', () => {}).resume();
    socket.write(message);
    await expect.poll(() => app.s3.objects.size).toBe(before + 1);
    end(socket);
    await app.objectStore.pass();
    if (!socket.closed) await once(socket, 'close');
    accepted += 1;
    await expectNothingLeft();
    await expectNextAccepted();
  });
});

describe('a client that ends its own side of the connection', () => {
  it('gets its answer behind a whole request', async () => {
    const socket = connect({ port: app.port, host: '127.0.0.1', allowHalfOpen: true });
    socket.end(message);
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 201 /);
    accepted += 1;
    await expectNothingLeft();
  });

  it('gets no 201 behind half a request', async () => {
    const socket = connect({ port: app.port, host: '127.0.0.1', allowHalfOpen: true });
    socket.end(message.subarray(0, message.length - 100));
    expect(await text(socket)).not.toContain('201');
    await expectNothingLeft();
  });
});

describe('a client that sends chunks', () => {
  const chunkedHead = `POST /api/v1/commissions HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${formType}\r\nTransfer-Encoding: chunked\r\n\r\n`;

  it.each([
    ['without the last chunk', `${form.length.toString(16)}\r\n`, '\r\n'],
    ['with a size that is no number', `${form.length.toString(16)}\r\n`, '\r\nzz\r\n'],
    ['in the middle of a chunk', `${(form.length + 10).toString(16)}\r\n`, ''],
  ])('leaves nothing behind when it goes away %s', async (_title, before, after) => {
    const bytes = Buffer.concat([Buffer.from(chunkedHead + before), form, Buffer.from(after)]);
    await sendAndEnd(bytes, (socket) => socket.end());
    await expectNothingLeft();
    await expectNextAccepted();
  });
});
