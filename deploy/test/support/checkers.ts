import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The folder with the package of the checkers, which is apart from the service's. */
export const checkersFolder = dirname(import.meta.dirname);
const load = createRequire(join(checkersFolder, 'package.json'));

/** The checkers are installed when they are missing or older than their lock file; a second caller waits for the first. */
export function installCheckers(): void {
  const install = 'npm ci --ignore-scripts --no-audit --no-fund --loglevel=error';
  const unlessInstalled = `test node_modules/.package-lock.json -nt package-lock.json || ${install}`;
  const lock = join(tmpdir(), 'commission-deploy-checkers.lock');
  execFileSync('flock', [lock, 'sh', '-c', unlessInstalled], { cwd: checkersFolder, stdio: 'inherit' });
}

/** Every document of a YAML file, with its anchors and merges resolved. */
export function parseYaml<T>(text: string): readonly T[] {
  const { parseAllDocuments } = load('yaml') as {
    parseAllDocuments(text: string): readonly { readonly errors: readonly Error[]; toJS(): unknown }[];
  };
  return parseAllDocuments(text).map((document) => {
    if (document.errors[0]) throw document.errors[0];
    return document.toJS() as T;
  });
}

/** What the Compose Specification's schema says against a value. */
export function faultsOfCompose(value: unknown): readonly string[] {
  const { Ajv } = load('ajv') as {
    Ajv: new (options: object) => { compile(schema: object): Validate };
  };
  const schema = JSON.parse(
    readFileSync(join(checkersFolder, 'node_modules/dclint/schemas/compose.schema.json'), 'utf8'),
  );
  // It names its version of JSON Schema, the one that the checker takes anyway, by an address that the checker does not know.
  delete schema.$schema;
  const validate = new Ajv({ strict: false, allErrors: true, validateFormats: false }).compile(schema);
  return validate(value)
    ? []
    : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

interface Validate {
  (value: unknown): boolean;
  readonly errors?: readonly { readonly instancePath: string; readonly message?: string }[] | null;
}
