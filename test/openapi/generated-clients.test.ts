import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../support/service.ts';
import { fileRows, readObject, requestRow } from '../support/stored-submission.ts';
import type { Submit } from './clients/submit.ts';
import { wrongValuesIn } from './schema-values.ts';
import {
  fetchDocument,
  generated,
  installTools,
  lintByRedocly,
  lintBySpectral,
  runScript,
  runTool,
  type ToolResult,
} from './tools.ts';

const files = [
  { name: 'cat.png', type: 'image/png', bytes: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x00, 0xff]) },
  { name: 'Zoë’s "dog".txt', type: 'text/plain', bytes: Buffer.from('A dog, in oil') },
];
const payload = {
  customerName: 'Zoë',
  customerEmail: 'zoe@example.org',
  message: 'Two cats, in oil',
  extraIds: ['frame'],
};

let service: TestService;

beforeAll(async () => {
  installTools();
  service = await startTestService();
  await fetchDocument(service.address);
});

afterAll(() => service?.close());

describe('the document', () => {
  it('has neither errors nor warnings for Redocly CLI', async () => {
    expect(await lintByRedocly(generated)).toEqual([]);
  });

  it('has neither errors nor warnings for Spectral', async () => {
    expect(await lintBySpectral(generated)).toMatchObject({ exitCode: 0 });
  });

  it('has no default and no example that its own schema refuses', async () => {
    expect(await wrongValuesIn(generated)).toEqual([]);
  });
});

const generators: readonly { name: string; generate: () => Promise<ToolResult> }[] = [
  { name: 'orval', generate: generateWithOrval },
  { name: 'hey-api', generate: generateWithHeyApi },
  { name: 'openapi-typescript', generate: generateWithOpenApiTypescript },
];

describe.sequential('clients generated from the document', () => {
  it.each(generators)('are made by $name', async ({ generate }) => {
    expect(await generate()).toMatchObject({ exitCode: 0 });
  });

  it('compile', async () => {
    expect(await runTool('tsc', '-p', '../clients')).toEqual({ exitCode: 0, output: '' });
  });

  it.each(generators)('works for a submission with two files: $name', async ({ name }) => {
    const { submit } = (await import(`./clients/${name}.ts`)) as { submit: Submit };
    const form = {
      payload: JSON.stringify(payload),
      files: files.map(({ name, type, bytes }) => new File([bytes], name, { type })),
      idempotencyKey: `a-key-of-${name}`,
    };
    const { status, id } = await submit(service.address, form);
    expect(status).toBe(201);
    expect(await requestRow(service, id)).toMatchObject({ customer_name: 'Zoë', extra_ids: ['frame'] });
    const rows = await fileRows(service, id);
    expect(rows.map(({ original_file, file_type }) => ({ name: original_file, type: file_type }))).toEqual(
      files.map(({ name, type }) => ({ name, type })),
    );
    const objects = await Promise.all(rows.map(({ file_key }) => readObject(service, file_key)));
    expect(objects.map((object) => object?.bytes)).toEqual(files.map(({ bytes }) => bytes));
    expect(await submit(service.address, form)).toEqual({ status: 201, id });
  });
});

async function generateWithOrval(): Promise<ToolResult> {
  const output = { target: './orval.ts', client: 'fetch', baseUrl: service.address };
  await writeConfig('orval.config.mjs', { api: { input: './openapi.json', output } });
  return runTool('orval', '--config', 'orval.config.mjs');
}

async function generateWithHeyApi(): Promise<ToolResult> {
  const plugins = ['@hey-api/client-fetch', '@hey-api/sdk', '@hey-api/typescript'];
  await writeConfig('hey-api.config.mjs', { input: './openapi.json', output: './hey-api', plugins });
  return runTool('openapi-ts', '-f', 'hey-api.config.mjs');
}

/** The command line maps `format: binary` to a string. The documentation recommends this transformation for uploads. */
async function generateWithOpenApiTypescript(): Promise<ToolResult> {
  const program = `
    import { readFileSync, writeFileSync } from 'node:fs';
    import openapiTS, { astToString } from 'openapi-typescript';
    import ts from 'typescript';
    const file = ts.factory.createTypeReferenceNode('File');
    const transform = (schema) => (schema.format === 'binary' ? file : undefined);
    const document = JSON.parse(readFileSync('openapi.json', 'utf8'));
    writeFileSync('openapi-typescript.ts', astToString(await openapiTS(document, { transform })));
  `;
  await writeFile(join(generated, 'openapi-typescript.mjs'), program);
  return runScript('openapi-typescript.mjs');
}

function writeConfig(name: string, config: unknown): Promise<void> {
  return writeFile(join(generated, name), `export default ${JSON.stringify(config, null, 2)};\n`);
}
