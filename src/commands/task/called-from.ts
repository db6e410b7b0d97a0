import { resolve } from 'node:path';

/**
 * Returns a path that the caller gave as an absolute one. npm and the installed command change the working directory, and
 * say where they were called.
 */
export function pathFromCaller(path: string): string {
  return resolve(callersDirectory(process.env), path);
}

/** Like `pathFromCaller`, for a target that may be an address such as `s3://bucket` too. */
export function targetFromCaller(text: string): string {
  return text.includes('://') ? text : pathFromCaller(text);
}

function callersDirectory(env: NodeJS.ProcessEnv): string {
  // npm leaves INIT_CWD to all programs that its scripts start. Those have working directories of their own.
  const isRunByNpm = env.npm_lifecycle_event === 'commissions' && env.INIT_CWD;
  return env.COMMISSIONS_CALLED_FROM || (isRunByNpm ? env.INIT_CWD : undefined) || '.';
}
