import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect } from 'vitest';
import { runCommand } from '../support/command.ts';
import type { ServiceFolder } from '../support/service-folder.ts';
import { messagesOf } from '../support/service-process.ts';

const repository = resolve(import.meta.dirname, '../..');
const fixtures = join(repository, 'test/fixtures');

/** The fixture of a release, as `scripts/fixture/fixture.mjs` has made it. */
export interface Released {
  readonly version: string;
  readonly folder: string;
  /** The commit that it was made of. */
  readonly commit: string;
  readonly expected: State;
}

/** The data of a service, as its API gives them. */
export interface State {
  readonly requests: Readonly<Record<string, { readonly request: Readonly<Record<string, unknown>> }>>;
  readonly channels: Readonly<Record<string, { readonly state: string }>>;
}

export interface RunningService {
  readonly address: string;
  readonly inbox: string;
  run(...args: string[]): Promise<string>;
  stop(): Promise<void>;
}

interface Answer {
  json(): unknown;
}

type Call = (method: string, path: string, body?: object) => Promise<Answer>;

interface Scripts {
  readonly environment: Readonly<Record<string, string>>;
  callerOf(inbox: string): Call;
  readonly owner: { readonly email: string; readonly password: string };
  signIn(inbox: string): Promise<Call>;
  submit(address: string, payload: object, options?: { files?: readonly string[]; key?: string }): Promise<string>;
}

export const scripts: Scripts = await import(join(repository, 'scripts/fixture/service.mjs'));

export const { readState }: { readState(service: RunningService): Promise<State> } = await import(
  join(repository, 'scripts/fixture/state.mjs')
);

const textOf = (version: string, name: string) => readFileSync(join(fixtures, version, name), 'utf8');

export const releases: readonly Released[] = readdirSync(fixtures)
  .filter((version) => existsSync(join(fixtures, version, 'expected.json')))
  .map((version) => ({
    version,
    folder: join(fixtures, version),
    commit: textOf(version, 'commit.txt').trim(),
    expected: JSON.parse(textOf(version, 'expected.json')),
  }));

/** Without private addresses: the receivers of the fixture are gone, and their ports may be those of others. */
const environmentOf = ({ dataDirectory }: ServiceFolder, own: Readonly<Record<string, string>>) => ({
  ...scripts.environment,
  DELIVERY_ALLOW_PRIVATE: 'false',
  DATA_DIR: dataDirectory,
  ...own,
});

/** Starts a program in the folder, and resolves when it and its inbox listen. */
export async function startProgram(
  folder: ServiceFolder,
  program: string,
  own: Readonly<Record<string, string>> = {},
): Promise<RunningService & { setUpToken(): string }> {
  const service = folder.start(environmentOf(folder, own), { program });
  const address = await service.address;
  const inboxOf = () => /The inbox is on (\S+)/.exec(messagesOf(service))?.[1];
  await expect.poll(inboxOf).toBeDefined();
  return {
    address,
    inbox: String(inboxOf()),
    setUpToken: () => /set-up#(\S+)/.exec(service.errorOutput())?.[1] ?? '',
    run: (...args) => runProgram(folder, program, args, own),
    async stop() {
      service.child.kill('SIGTERM');
      expect((await service.ended).code).toBe(0);
    },
  };
}

/** Runs a command of a program in the folder. Resolves with its output. */
export async function runProgram(
  folder: ServiceFolder,
  program: string,
  args: readonly string[],
  own: Readonly<Record<string, string>> = {},
): Promise<string> {
  const env = environmentOf(folder, own);
  const { code, stdout, stderr } = await runCommand(args, { env, cwd: folder.path, program });
  expect([args, code, stderr]).toEqual([args, 0, expect.any(String)]);
  return stdout;
}
