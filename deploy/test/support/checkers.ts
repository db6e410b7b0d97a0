import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The folder with the package of the checkers, which is separate from the service's. */
export const checkersFolder = dirname(import.meta.dirname);
const load = createRequire(join(checkersFolder, 'package.json'));

/**
 * Installs the checkers when they are missing or older than their lock file. A concurrent caller waits for the first
 * one.
 */
export function installCheckers(): void {
  const install = 'npm ci --ignore-scripts --no-audit --no-fund --loglevel=error';
  const unlessInstalled = `test node_modules/.package-lock.json -nt package-lock.json || ${install}`;
  const lock = join(tmpdir(), 'commission-deploy-checkers.lock');
  execFileSync('flock', [lock, 'sh', '-c', unlessInstalled], { cwd: checkersFolder, stdio: 'inherit' });
}

/** Parses every document of a YAML file, with its anchors and merges resolved. */
export function parseYaml<T>(text: string): readonly T[] {
  const { parseAllDocuments } = load('yaml') as {
    parseAllDocuments(text: string): readonly { readonly errors: readonly Error[]; toJS(): unknown }[];
  };
  return parseAllDocuments(text).map((document) => {
    if (document.errors[0]) throw document.errors[0];
    return document.toJS() as T;
  });
}

/** Returns the violations of the Compose Specification's schema. */
export function faultsOfCompose(value: unknown): readonly string[] {
  const schema = JSON.parse(
    readFileSync(join(checkersFolder, 'node_modules/dclint/schemas/compose.schema.json'), 'utf8'),
  );
  // The schema names its version of JSON Schema by an address that the checker does not know. The checker uses that
  // version anyway.
  delete schema.$schema;
  return faultsBySchema(schema, value);
}

/** Returns the violations of a JSON Schema. */
export function faultsBySchema(schema: object, value: unknown): readonly string[] {
  const { Ajv } = load('ajv') as {
    Ajv: new (options: object) => { compile(schema: object): Validate };
  };
  const validate = new Ajv({ strict: false, allErrors: true, validateFormats: false }).compile(schema);
  return validate(value)
    ? []
    : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

interface Validate {
  (value: unknown): boolean;
  readonly errors?: readonly { readonly instancePath: string; readonly message?: string }[] | null;
}
