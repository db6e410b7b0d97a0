import { type Config, ConfigError, readConfig } from './config.ts';

/** The configuration of this process; when it has faults they are told and the process ends with code 1. */
export function readConfigOrExit(): Config {
  loadEnvFile();
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`The configuration has faults:\n${error.faults.map((fault) => `  ${fault}\n`).join('')}`);
    process.exit(1);
  }
}

/** A `.env` file in the working directory fills in what the environment does not set. */
function loadEnvFile(): void {
  try {
    process.loadEnvFile('.env');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
