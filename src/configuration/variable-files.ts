import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { readSettings } from './settings-file.ts';

/** A file that adds variables to the environment. */
interface VariableFile {
  readonly path: string;
  /** Null when the file cannot be read. */
  readonly variables: Readonly<Record<string, string>> | null;
  /** Each begins with the file and line of the fault, and quotes no value. */
  readonly faults: readonly string[];
}

/** The variables that Node.js reads before it runs a program, so that in a file they come too late. */
export const nodeVariables: readonly string[] = ['NODE_EXTRA_CA_CERTS', 'NODE_OPTIONS'];

/**
 * Reads the file that `SETTINGS_FILE` names, which systemd reads too, and `.env` in the working directory, if there is
 * one. The first file wins.
 */
export function readVariableFiles({ SETTINGS_FILE }: { readonly SETTINGS_FILE?: string }): readonly VariableFile[] {
  const envFile = readEnvFile('.env');
  return [...(SETTINGS_FILE ? [readSettingsFile(SETTINGS_FILE)] : []), ...(envFile === null ? [] : [envFile])];
}

/** Reads a file as `readSettings` says. */
export function readSettingsFile(path: string): VariableFile {
  try {
    const { variables, faults } = readSettings(readFileSync(path, 'utf8'));
    return {
      path,
      variables: Object.fromEntries(variables),
      faults: faults.map(({ line, what }) => `${path}, line ${line}: ${what}`),
    };
  } catch (error) {
    return unreadable(path, error as NodeJS.ErrnoException);
  }
}

/** Returns null when there is no file. */
export function readEnvFile(path: string): VariableFile | null {
  try {
    const text = readFileSync(path, 'utf8');
    // Every value is a string. The type allows undefined too, as that of `process.env` does.
    const variables = parseEnv(text) as Record<string, string>;
    const faults = cutNames(text, variables).map((name) => `${path}: ${name} ${cutText}`);
    return { path, variables, faults };
  } catch (error) {
    const failure = error as NodeJS.ErrnoException;
    return failure.code === 'ENOENT' ? null : unreadable(path, failure);
  }
}

const cutText = "ends at a # inside its value: write the value in quotation marks, NAME='pa#ss'";

/** Returns the variables whose values Node.js ends at a `#` that people mean as a part of them. */
function cutNames(text: string, variables: Readonly<Record<string, string>>): readonly string[] {
  const found = text.matchAll(/^\s*(?:export\s+)?(\w+)[ \t]*=[ \t]*([^\s'"`#](?:[^\n#]*[^\s#])?)#/gm);
  // A line inside of a quoted value is part of that value.
  return [...found].flatMap(([, name = '', value]) => (variables[name] === value ? name : []));
}

function unreadable(path: string, { code }: NodeJS.ErrnoException): VariableFile {
  return { path, variables: null, faults: [`${path} cannot be read: ${code}`] };
}
