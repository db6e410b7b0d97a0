import { chmod, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { secretNames } from '../../configuration/secrets.ts';
import { type Check, type Finding, ok, skipped, warning, wrong } from '../check.ts';
import { shellWord } from '../shell-command.ts';

/** A file of variables, as far as it can be read. */
interface ReadVariableFile {
  readonly path: string;
  /** Null when the file cannot be read. */
  readonly variables: Readonly<Record<string, string>> | null;
}

interface VariableFileFacts {
  /** The files that are there or should be. */
  readonly files: readonly ReadVariableFile[];
  /** Variables without effect, because Node.js reads them before the program reads its files. */
  readonly tooLate: readonly string[];
  /** The service's data folder, which its account owns, or null when the configuration has faults. */
  readonly dataDirectory: string | null;
}

/** The identifier of a key is no secret without the key. */
const credentials: readonly string[] = secretNames.filter((name) => !name.endsWith('ACCESS_KEY_ID'));
/** Credentials that are URLs, which may do without a user. */
const urls: readonly string[] = ['DATABASE_URL', 'SMTP_URL'];
const othersMode = 0o007;

/** Checks whether every account of the machine can read the credentials in the files, and whether their variables have effect. */
export function createVariableFilesCheck({ files, tooLate, dataDirectory }: VariableFileFacts): Check {
  return {
    name: 'environment.file',
    quick: true,
    async run(): Promise<readonly Finding[]> {
      if (files.length === 0) return [skipped(`There is no file ${resolve('.env')}`)];
      const findings = files.map(async (file) => [await findingOf(file), ...lateFindings(file, tooLate)]);
      return (await Promise.all(findings)).flat();
    },
    async fix() {
      const fixed: string[] = [];
      for (const { path } of await openFiles(files)) fixed.push(await closeToOthers(path, dataDirectory));
      return fixed;
    },
  };
}

async function findingOf(file: ReadVariableFile): Promise<Finding> {
  const path = resolve(file.path);
  if (file.variables === null) {
    return wrong(`${path} cannot be read`, {
      remedy: "Let the service's account read the file, or remove the file",
    });
  }
  if (!(await isOpen(file))) return ok(`No credentials in ${path} can be read by every account`);
  return warning(`Every account of this machine can use ${path}, which holds ${heldBy(file).join(', ')}`, {
    remedy: "Remove the rights of other accounts, and let the service's account read the file",
    command: `chmod o= ${shellWord(path)}`,
  });
}

function lateFindings({ path, variables }: ReadVariableFile, tooLate: readonly string[]): readonly Finding[] {
  const late = tooLate.filter((name) => variables?.[name]);
  return late.map((name) =>
    warning(`${name} in ${resolve(path)} has no effect: Node.js reads it before the program reads the file`, {
      remedy: 'Set it in the environment of the process',
    }),
  );
}

/** Resolves with the files that hold credentials and that every account can use. */
async function openFiles(files: readonly ReadVariableFile[]): Promise<readonly ReadVariableFile[]> {
  const areOpen = await Promise.all(files.map(isOpen));
  return files.filter((_, index) => areOpen[index]);
}

async function isOpen(file: ReadVariableFile): Promise<boolean> {
  const found = await statOrNull(file.path);
  return found !== null && (found.mode & othersMode) !== 0 && heldBy(file).length > 0;
}

/** Returns the names of the credentials in the file. */
function heldBy({ variables }: ReadVariableFile): readonly string[] {
  const held = Object.entries(variables ?? {}).filter(([name, value]) => value !== '' && holdsCredential(name, value));
  return held.map(([name]) => name);
}

/** Removes the rights of other accounts. Resolves with the changes. */
async function closeToOthers(path: string, dataDirectory: string | null): Promise<string> {
  const [file, data] = await Promise.all([stat(path), dataDirectory === null ? null : statOrNull(dataDirectory)]);
  if (data === null || data.uid !== file.uid) {
    throw new Error(`it is not known that the account of the service owns ${resolve(path)}`);
  }
  await chmod(path, file.mode & 0o777 & ~othersMode);
  return `removed the rights of other accounts to ${resolve(path)}`;
}

function holdsCredential(name: string, value: string): boolean {
  if (!credentials.includes(name)) return hasPassword(value);
  return !urls.includes(name) || !isUrlWithoutUser(value);
}

/** False for a URL with an `@` anywhere, because a password may contain characters that should have been encoded. */
function isUrlWithoutUser(value: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\/[^@]*$/i.test(value) && !/[?&](?:user|password)=[^&]/i.test(value);
}

/** Whether a value is a URL with a password. The password may contain characters that should have been encoded. */
function hasPassword(value: string): boolean {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(value)) return false;
  if (/[?&]password=[^&]/i.test(value)) return true;
  return URL.canParse(value) ? new URL(value).password !== '' : /:\/\/[^:@/]*:.+@/.test(value);
}

/** Resolves with null when there is no file. */
async function statOrNull(path: string) {
  return stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}
