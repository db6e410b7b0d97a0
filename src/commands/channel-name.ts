import { InvalidArgumentError } from 'commander';

/** Parses an argument that names a channel. */
export function channelName(text: string): string {
  if (text.trim() === '' || text.length > 200) throw new InvalidArgumentError('It must have 1 to 200 characters.');
  return text.trim();
}
