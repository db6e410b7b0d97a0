import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { checkersFolder, parseYaml } from './checkers.ts';

const folder = resolve(import.meta.dirname, '../../../.github/workflows');

export interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

export interface Job {
  readonly 'timeout-minutes'?: number;
  readonly strategy?: { readonly matrix: { readonly node: readonly string[] } };
  readonly steps: readonly Step[];
}

export interface Workflow {
  readonly permissions: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}

/** The text of each workflow by its file name. */
export const workflowTexts: Readonly<Record<string, string>> = Object.fromEntries(
  readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
);

export function readWorkflow(text: string): Workflow {
  return parseYaml<Workflow>(text)[0] as Workflow;
}

interface Parser {
  readonly NoOperationTraceWriter: new () => object;
  readonly parseWorkflow: (file: object, trace: object) => Parsed;
  readonly convertWorkflowTemplate: (
    context: object,
    value: object,
    files: undefined,
    options: object,
  ) => Promise<void>;
}

interface Parsed {
  readonly value?: object;
  readonly context: { readonly errors: { getErrors(): readonly { readonly message: string }[] } };
}

let parser: Promise<Parser> | undefined;

/** Resolves with the faults that GitHub's own parser finds: keys, values, expressions, schedules, the order of jobs. */
export async function faultsOfWorkflow(content: string): Promise<readonly string[]> {
  parser ??= loadParser();
  const { NoOperationTraceWriter, parseWorkflow, convertWorkflowTemplate } = await parser;
  const { value, context } = parseWorkflow({ name: 'workflow', content }, new NoOperationTraceWriter());
  // 1: go on after an error of the schema, so that all are found.
  if (value) await convertWorkflowTemplate(context, value, undefined, { errorPolicy: 1 });
  return context.errors.getErrors().map(({ message }) => message);
}

/** The package imports JSON as bundlers do and Node.js does not. */
async function loadParser(): Promise<Parser> {
  const modules = join(checkersFolder, 'node_modules');
  const input = join(modules, '@actions/workflow-parser/dist/index.js');
  const file = join(modules, '.workflow-parser.mjs');
  const bundle = await rolldown({ input, platform: 'node' });
  await bundle.write({ file });
  return import(pathToFileURL(file).href);
}
