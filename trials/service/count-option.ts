import { parseArgs } from 'node:util';

/**
 * Returns the value of the command line's only option, or the fallback.
 * @throws {Error} When the value is not a number.
 */
export function readCountOption(args: readonly string[], option: string, fallback: number): number {
  const { values } = parseArgs({ args: [...args], options: { [option]: { type: 'string' } } });
  const text = values[option];
  if (text === undefined) return fallback;
  if (typeof text !== 'string' || !/^[1-9]\d{0,6}$/.test(text)) throw new Error(`--${option} must be a whole number`);
  return Number(text);
}
