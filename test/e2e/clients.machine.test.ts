import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { curl, type ProgramAnswer, python } from '../support/client-programs.ts';
import { validPayload } from '../support/form.ts';
import { startTestService, type TestService } from '../support/service.ts';

interface GivenFile {
  readonly name: string;
  readonly bytes: Buffer;
  readonly type?: string;
}

/** A client that sends one form in the way its users would write it. */
interface FormClient {
  readonly title: string;
  send(files: readonly GivenFile[]): Promise<ProgramAnswer>;
  readonly canSend?: (name: string) => boolean;
}

const maxFileBytes = 10 * 1024 * 1024;
const names = [
  'plain.png',
  'two words.png',
  'Zoë’s 🐈.png',
  'say "hi".png',
  "it's.png",
  'back\\slash.png',
  'C:\\fakepath\\cat.png',
  'ends in \\',
  '../../etc/passwd',
  '100%.png',
  '%22.png',
  'a;b=c.png',
  'line\nbreak.png',
  'carriage\r\nreturn.png',
  'no-extension',
  'é.png',
] as const;

let service: TestService;
let directory: string;

beforeAll(async () => {
  service = await startTestService();
  directory = await mkdtemp(join(tmpdir(), 'form-clients-'));
});

afterEach(async () => {
  expect(await service.stored()).toMatchObject({ intents: 0, spoolFiles: 0 });
  await service.pool.query('delete from commission_requests');
});

afterAll(async () => {
  await service.close();
  await rm(directory, { recursive: true, force: true });
});

/** Writes the file to disk under a plain name, for clients that read files from disk. */
async function onDisk({ bytes }: GivenFile): Promise<string> {
  const path = join(directory, sha256(bytes));
  await writeFile(path, bytes);
  return path;
}

async function sendWithCurl(files: readonly GivenFile[], quote: (name: string) => string, ...args: readonly string[]) {
  const parts: string[] = [];
  for (const file of files) {
    const type = file.type ? `;type=${file.type}` : '';
    parts.push('--form', `files=@${await onDisk(file)};filename="${quote(file.name)}"${type}`);
  }
  return curl(...args, '--form-string', `payload=${JSON.stringify(validPayload)}`, ...parts, service.endpoint);
}

/** Quotes a name for curl's command line. */
const curlQuoted = (name: string) => name.replace(/[\\"]/g, '\\$&');

async function sendWithFetch(files: readonly GivenFile[]): Promise<ProgramAnswer> {
  const form = new FormData();
  form.append('payload', JSON.stringify(validPayload));
  for (const { name, bytes, type } of files)
    form.append('files', new Blob([new Uint8Array(bytes)], type ? { type } : {}), name);
  const response = await fetch(service.endpoint, { method: 'POST', body: form });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const pythonForm = `
import json, sys, urllib.parse, uuid
given = json.load(open(sys.argv[2], encoding='utf-8'))
boundary = uuid.uuid4().hex
def pieces():
    yield f'--{boundary}\\r\\nContent-Disposition: form-data; name="payload"\\r\\n\\r\\n{given["payload"]}\\r\\n'.encode()
    for file in given['files']:
        name = file['name'].replace('"', '%22').replace('\\r', '%0D').replace('\\n', '%0A')
        yield f'--{boundary}\\r\\nContent-Disposition: form-data; name="files"; filename="{name}"\\r\\n'.encode()
        if file.get('type'): yield f'Content-Type: {file["type"]}\\r\\n'.encode()
        yield b'\\r\\n' + open(file['path'], 'rb').read() + b'\\r\\n'
    yield f'--{boundary}--\\r\\n'.encode()
headers = {'Content-Type': f'multipart/form-data; boundary={boundary}'}
`;
const urllibScript = `${pythonForm}
import urllib.error, urllib.request
request = urllib.request.Request(sys.argv[1], data=b''.join(pieces()), headers=headers, method='POST')
try: answer = urllib.request.urlopen(request)
except urllib.error.HTTPError as error: answer = error
sys.stdout.write(answer.read().decode()); print(); print(answer.status)
`;
const chunkedScript = `${pythonForm}
import http.client
url = urllib.parse.urlsplit(sys.argv[1])
connection = http.client.HTTPConnection(url.hostname, url.port)
connection.request('POST', url.path, body=pieces(), headers=headers, encode_chunked=True)
answer = connection.getresponse()
sys.stdout.write(answer.read().decode()); print(); print(answer.status)
`;

async function sendWithPython(script: string, files: readonly GivenFile[]): Promise<ProgramAnswer> {
  const given = [];
  for (const file of files) given.push({ name: file.name, type: file.type, path: await onDisk(file) });
  const path = join(directory, 'given.json');
  await writeFile(path, JSON.stringify({ payload: JSON.stringify(validPayload), files: given }));
  return python(script, service.endpoint, path);
}

const clients: readonly FormClient[] = [
  { title: 'fetch', send: sendWithFetch },
  { title: 'curl', send: (files) => sendWithCurl(files, curlQuoted) },
  {
    title: 'curl --form-escape',

    send: (files) => sendWithCurl(files, curlQuoted, '--form-escape'),
    // A raw line break would end the header.
    canSend: (name) => !/[\r\n]/.test(name),
  },
  { title: "Python's urllib", send: (files) => sendWithPython(urllibScript, files) },
  {
    title: "Python's http.client in chunks",

    send: (files) => sendWithPython(chunkedScript, files),
  },
];

/**
 * Clients write these three sequences in place of the characters, but do not escape the sequences themselves. The
 * server therefore cannot distinguish them (C7).
 */
function asRead(name: string): string {
  return name.replace(/%22/g, '"').replace(/%0D/g, '\r').replace(/%0A/g, '\n');
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

async function storedFiles(id: unknown) {
  const { rows } = await service.pool.query(
    `select file_key, original_file, file_type, file_size::int, sha256 from commission_request_files
      where request_id = $1 order by position`,
    [id],
  );
  return rows;
}

/** Resolves with the digest of the stored object. */
async function storedDigest(fileKey: string): Promise<string> {
  const name = basename(fileKey);
  return sha256(await readFile(join(service.dataDirectory, 'objects/attachments/content', name.slice(0, 2), name)));
}

async function expectStored(answer: ProgramAnswer, files: readonly GivenFile[]): Promise<void> {
  expect(answer).toMatchObject({ status: 201, body: { id: expect.any(String) } });
  const rows = await storedFiles(answer.body.id);
  expect(rows.map((row) => row.original_file)).toEqual(files.map(({ name }) => name));
  expect(rows.map((row) => row.file_size)).toEqual(files.map(({ bytes }) => bytes.length));
  expect(rows.map((row) => row.sha256)).toEqual(files.map(({ bytes }) => sha256(bytes)));
  expect(await Promise.all(rows.map((row) => storedDigest(row.file_key)))).toEqual(rows.map((row) => row.sha256));
  expect(await service.stored()).toMatchObject({ intents: 0, spoolFiles: 0 });
}

describe.each(clients)('$title', ({ send, canSend = () => true }) => {
  it('delivers every file name', async () => {
    const sendable = names.filter(canSend);
    for (let start = 0; start < sendable.length; start += 10) {
      const files = sendable.slice(start, start + 10).map((name) => ({ name, bytes: Buffer.from(name) }));
      await expectStored(
        await send(files),
        files.map((file) => ({ ...file, name: asRead(file.name) })),
      );
    }
  });

  it('delivers files of no byte and of the largest size, and their types', async () => {
    const files = [
      { name: 'empty.png', bytes: Buffer.alloc(0), type: 'image/png' },
      { name: 'largest.bin', bytes: randomBytes(maxFileBytes), type: 'application/x-largest' },
      { name: 'breaks.txt', bytes: Buffer.from('\r\n--\r\n\r\n--'), type: 'text/plain' },
    ];
    const answer = await send(files);
    await expectStored(answer, files);
    const types = (await storedFiles(answer.body.id)).map((row) => row.file_type);
    expect(types).toEqual(files.map(({ type }) => type));
  });

  it('delivers ten files of the largest size', async () => {
    const files = Array.from({ length: 10 }, (_, index) => {
      const bytes = Buffer.alloc(maxFileBytes, index);
      return { name: `${index}.bin`, bytes };
    });
    await expectStored(await send(files), files);
  });

  it('gets the name of a file that is one byte too large', async () => {
    const { status, body } = await send([
      { name: 'fine.png', bytes: Buffer.from('fine') },
      { name: 'too "large".png', bytes: Buffer.alloc(maxFileBytes + 1) },
    ]);
    expect(body).toEqual({ error: 'File too large: too "large".png' });
    expect(status).toBe(413);
    expect(await service.stored()).toMatchObject({ requests: 0, files: 0 });
  });

  it('gets an error for an eleventh file', async () => {
    const files = Array.from({ length: 11 }, (_, index) => ({ name: `${index}.png`, bytes: Buffer.alloc(100_000) }));
    expect(await send(files)).toEqual({ status: 413, body: { error: 'Too many files' } });
    expect(await service.stored()).toMatchObject({ requests: 0, files: 0 });
  });
});
