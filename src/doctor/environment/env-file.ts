import { chmod, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Check, type Finding, ok, skipped, warning, wrong } from '../check.ts';
import { shellWord } from '../shell-command.ts';
import { nearestName, plainNames } from './variables.ts';

interface EnvFileFacts {
  readonly path: string;
  /** The variables in the file, or null when the file cannot be read. */
  readonly variables: Readonly<Record<string, string>> | null;
  /** The service's data folder, which its account owns, or null when the configuration has faults. */
  readonly dataDirectory: string | null;
}

/** Variables that always or nearly always contain credentials. */
const credentials = plainNames([
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'BACKUP_S3_SECRET_ACCESS_KEY',
  'DATABASE_URL',
  'OIDC_CLIENT_SECRET',
  'SECRETS_KEY',
  'SMTP_URL',
]);
/** Credentials that are URLs, which may do without a user. */
const urls: readonly (string | null)[] = ['DATABASE_URL', 'SMTP_URL'];
const othersMode = 0o007;

/** Checks whether every account of the machine can read the credentials in `.env`. */
export function createEnvFileCheck({ path, variables, dataDirectory }: EnvFileFacts): Check {
  const held = Object.entries(variables ?? {})
    .filter(([name, value]) => value !== '' && holdsCredential(name, value))
    .map(([name]) => name);
  return {
    name: 'environment.file',
    quick: true,
    async run(): Promise<readonly Finding[]> {
      const file = await statOrNull(path);
      if (file === null) return [skipped(`There is no file ${resolve(path)}`)];
      if (variables === null) return unreadable(path);
      if ((file.mode & othersMode) === 0 || held.length === 0) {
        return [ok(`No credentials in ${resolve(path)} can be read by every account`)];
      }
      return [
        warning(`Every account of this machine can use ${resolve(path)}, which holds ${held.join(', ')}`, {
          remedy: "Remove the rights of other accounts, and let the service's account read the file",
          command: `chmod o= ${shellWord(resolve(path))}`,
        }),
      ];
    },
    async fix() {
      const [file, data] = await Promise.all([stat(path), dataDirectory === null ? null : statOrNull(dataDirectory)]);
      if (data === null || data.uid !== file.uid) {
        throw new Error(`it is not known that the account of the service owns ${resolve(path)}`);
      }
      await chmod(path, file.mode & 0o777 & ~othersMode);
      return [`removed the rights of other accounts to ${resolve(path)}`];
    },
  };
}

/** A misspelt name of a credential counts as that credential, because the value is the same. */
function holdsCredential(name: string, value: string): boolean {
  const credential = nearestName(name, credentials);
  if (credential === null) return hasPassword(value);
  return !urls.includes(credential) || !isUrlWithoutUser(value);
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

function unreadable(path: string): readonly Finding[] {
  return [
    wrong(`${resolve(path)} cannot be read`, {
      remedy: "Let the service's account read the file, or remove the file",
    }),
  ];
}

/** Resolves with null when there is no file. */
async function statOrNull(path: string) {
  return stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}
