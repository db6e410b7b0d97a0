import { parseArgs } from 'node:util';

/**
 * Returns the value of a command line's option, or the usual value without one.
 * @throws {Error} Names the option when the value is not a whole number from 1.
 */
export function readCount(option: string, text: string | undefined, usual: number): number {
  if (text === undefined) return usual;
  if (!/^[1-9]\d{0,9}$/.test(text)) throw new Error(`--${option} must be a whole number from 1`);
  return Number(text);
}

/** Returns the value of the only option of this command line, or the usual value without it. */
export function readOnlyCount(option: string, usual: number): number {
  const { values } = parseArgs({ options: { [option]: { type: 'string' } } });
  return readCount(option, values[option] as string | undefined, usual);
}
