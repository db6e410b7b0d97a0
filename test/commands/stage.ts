import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { payloadPart, postParts, type RawPart } from '../support/form.ts';
import { runOwnCommand } from '../support/own-command.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** Commands beside a running service, all in this process. */
export interface CommandStage {
  readonly service: TestService;
  /** For what commands write. */
  readonly folder: string;
  run(...args: readonly string[]): ReturnType<typeof runOwnCommand>;
  runWith(env: Readonly<Record<string, string>>, ...args: readonly string[]): ReturnType<typeof runOwnCommand>;
  /** Resolves with the objects that a command prints with `--json`. */
  jsonOf(...args: readonly string[]): Promise<readonly Printed[]>;
  /** Stores a request. Resolves with its id. */
  submit(email: string, name?: string, ...files: readonly RawPart[]): Promise<string>;
  /** Resolves with the paths of all attachments in the bucket. */
  storedFiles(): Promise<readonly string[]>;
  close(): Promise<void>;
}

// biome-ignore lint/suspicious/noExplicitAny: tests expect the members of each command.
type Printed = any;

export async function openCommands(env: Record<string, string> = {}): Promise<CommandStage> {
  const service = await startTestService(env);
  const folder = await mkdtemp(join(tmpdir(), 'commands-'));
  const own = {
    BUCKET_NAME: 'attachments',
    DATA_DIR: service.dataDirectory,
    DATABASE_URL: service.databaseUrl,
    ...env,
  };
  const runWith: CommandStage['runWith'] = (more, ...args) =>
    runOwnCommand(args, { env: { ...own, ...more }, cwd: folder });
  return {
    service,
    folder,
    runWith,
    run: (...args) => runWith({}, ...args),
    async jsonOf(...args) {
      const { stdout } = await runWith({}, ...args, '--json');
      return stdout
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line));
    },
    async submit(email, name = 'Vera', ...files) {
      const payload = payloadPart({ customerName: name, customerEmail: email, message: 'Two cats' });
      const { status, body } = await postParts(service.endpoint, [payload, ...files]);
      if (status !== 201) throw new Error(`The form was not stored: ${status}`);
      return String(body.id);
    },
    async storedFiles() {
      const content = join(service.dataDirectory, 'objects/attachments/content');
      const entries = await readdir(content, { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    },
    async close() {
      await service.close();
      await rm(folder, { recursive: true });
    },
  };
}
