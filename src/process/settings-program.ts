import { readSettingsFile } from '../configuration/variable-files.ts';

/**
 * Prints the variables of a settings file for `eval` of a shell, those alone that its environment does not set: some are
 * for Node.js, which reads them before it runs a program. Faults of the file end with exit code 1, on standard error.
 */
const { variables, faults } = readSettingsFile(process.argv[2] ?? '');
for (const [name, value] of Object.entries(variables ?? {})) {
  if (process.env[name] === undefined) process.stdout.write(`export ${name}='${value.replaceAll("'", "'\\''")}'\n`);
}
for (const fault of faults) process.stderr.write(`${fault}\n`);
if (faults.length > 0) process.exitCode = 1;
