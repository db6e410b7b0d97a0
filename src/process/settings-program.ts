import { readSettingsFile } from '../configuration/variable-files.ts';

/**
 * Prints the variables of settings files for `eval` of a shell, those alone that its environment does not set: some are
 * for Node.js, which reads them before it runs a program. The last file that sets a variable wins, as under systemd.
 * Faults of the files end with exit code 1, on standard error.
 */
const files = process.argv.slice(2).map(readSettingsFile);
const faults = files.flatMap((file) => file.faults);
const variables: Record<string, string> = Object.assign({}, ...files.map((file) => file.variables));
for (const [name, value] of Object.entries(variables)) {
  if (process.env[name] === undefined) process.stdout.write(`export ${name}='${value.replaceAll("'", "'\\''")}'\n`);
}
for (const fault of faults) process.stderr.write(`${fault}\n`);
if (faults.length > 0) process.exitCode = 1;
