import { type BuildEnvironmentOptions, build } from 'vite';

/** Resolves with the text of a module and of all that it imports, as one script that sets a variable of this name. */
export async function builtScript(entry: string, name: string, options: BuildEnvironmentOptions): Promise<string> {
  const lib = { entry, formats: ['iife' as const], name };
  const built = await build({ configFile: false, logLevel: 'warn', build: { write: false, lib, ...options } });
  const [output] = Array.isArray(built) ? built : [];
  if (output === undefined) throw new Error(`${entry} was not built`);
  return output.output[0].code;
}
