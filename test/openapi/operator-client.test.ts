import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, type OperatorStage, openOperatorStage } from '../operator/stage.ts';
import { storeFiles } from '../operator/stored-files.ts';
import { picture } from '../pictures/pictures.ts';
import { wrongValuesIn, wrongValuesOf } from './schema-values.ts';
import {
  fetchDocument,
  generatedForOperators,
  installTools,
  lintByRedocly,
  lintBySpectral,
  runToolIn,
} from './tools.ts';

let stage: OperatorStage;

beforeAll(async () => {
  installTools();
  stage = await openOperatorStage();
  await fetchDocument(stage.address, generatedForOperators);
});

afterAll(() => stage?.close());

const runTool = (program: string, ...args: readonly string[]) => runToolIn(generatedForOperators, program, ...args);

describe("the operators' document", () => {
  it('has neither errors nor warnings for Redocly CLI', async () => {
    expect(await lintByRedocly(generatedForOperators)).toEqual([]);
  });

  it('has neither errors nor warnings for Spectral', async () => {
    expect(await lintBySpectral(generatedForOperators)).toMatchObject({ exitCode: 0 });
  });

  it('has no default and no example that its own schema refuses', async () => {
    expect(await wrongValuesIn(generatedForOperators)).toEqual([]);
  });
});

describe('the check of defaults and examples', () => {
  it('names each value that is refused, behind references too', () => {
    const fields = { size: { $ref: '#/components/schemas/Size', default: 3 }, default: { type: 'string', example: 1 } };
    const schemas = {
      Size: { enum: ['small', 'large'], examples: ['small', 'huge'] },
      Form: { type: 'object', properties: fields, default: { size: 'small', default: 'a' } },
    };
    const parameter = { name: 'a/b', schema: { type: 'integer', minimum: 1, default: 0 } };
    const paths = { '/{a~b}': { get: { parameters: [parameter] } } };
    expect(wrongValuesOf({ openapi: '3.1.0', paths, components: { schemas } })).toEqual([
      'paths /{a~b} get parameters 0 schema default',
      'components schemas Size examples 1',
      'components schemas Form properties size default',
      'components schemas Form properties default example',
    ]);
  });
});

/** The type of `operator-client/walk.ts`, which compiles only after the client has been generated. */
type WalkThrough = (
  owner: ClientCaller,
  stranger: ClientCaller,
  id: string,
  other: string,
) => Promise<{
  readonly calls: readonly string[];
  readonly accounts: unknown;
  readonly deliveries: unknown;
  readonly requests: unknown;
  readonly studio: unknown;
  readonly guard: unknown;
}>;

type ClientCaller = Pick<Caller, 'headers'> & { readonly address: string };

/** Resolves with `GET /path` for each operation of the document. */
async function documentedOperations(): Promise<string[]> {
  const { paths } = JSON.parse(await readFile(join(generatedForOperators, 'openapi.json'), 'utf8'));
  return Object.entries<object>(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
}

describe.sequential('a client generated from it', () => {
  it('compiles with what calls it', async () => {
    // Fields with a default value can be omitted.
    const options = ['-o', 'operator.ts', '--default-non-nullable=false'];
    const made = await runTool('openapi-typescript', 'openapi.json', ...options);
    expect(made).toMatchObject({ exitCode: 0 });
    expect(await runTool('tsc', '-p', '../operator-client')).toEqual({ exitCode: 0, output: '' });
  });

  it('makes every call there is, and none fails', async () => {
    const callerOf = ({ headers }: Caller) => ({ address: stage.address, headers });
    const bytes = picture('photo.png');
    const { id } = await storeFiles(stage, [{ name: 'photo.png', bytes }], { email: 'zoe@example.org' });
    const other = await stage.inbox.store();
    const { walkThrough } = (await import(`./operator-client/${'walk'}.ts`)) as { walkThrough: WalkThrough };
    const walked = await walkThrough(callerOf(stage.owner), callerOf(stage.stranger), id, other);
    expect(walked.accounts).toEqual({
      link: 'invitation',
      invited: ['other@example.org'],
      role: 'operator',
      hasLink: [true],
      signedIn: 'walker@example.org',
      people: ['Owner', 'Walker'],
      tokens: ['A walker'],
    });
    expect(walked.deliveries).toEqual({
      name: 'Another bot',
      hasSecret: true,
      deliveries: ['test'],
      state: 'pending',
      resendable: 0,
      repeats: true,
      resent: 0,
      messages: 1,
      templates: ['Hello again'],
      channels: ['mail', 'webhook'],
      kept: 'Customers',
    });
    expect(walked.requests).toEqual({
      listed: [id, other].sort(),
      changed: { status: 'ACCEPTED', labels: ['vip'], version: 1 },
      note: 'Call her',
      kinds: ['created', 'labels', 'message', 'message', 'note', 'status'],
      bulk: { changed: 1, skipped: 0, failed: 0 },
      hasNewLink: true,
      labels: ['vip'],
      views: [{ name: 'Oil', search: '?label=oil' }],
      bytes: bytes.length,
      headings: expect.stringContaining('number'),
      exported: 2,
      hasChanges: true,
      erased: other,
      found: [id],
      receipts: [id],
      erasures: [id, other].sort(),
    });
    expect(walked.studio).toEqual({
      pictures: [1],
      before: null,
      note: 'The name',
      restores: 1,
      states: ['closed', 'manual'],
      queue: ['queue'],
      revisions: [5, 4, 3, 2, 1],
      usedIds: ['portrait'],
    });
    expect(walked.guard).toEqual({
      mode: 'off',
      waiting: 0,
      released: 0,
      erased: 0,
      blocked: ['spam.example'],
    });
    expect(walked.calls.filter((call) => !/ 20[014]$/.test(call))).toEqual([]);
    const made = new Set(walked.calls.map((call) => call.replace(/ \d+$/, '')));
    expect((await documentedOperations()).filter((operation) => !made.has(operation))).toEqual([]);
  });
});
