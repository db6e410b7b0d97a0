import type { CommandWords } from './command-words.ts';

/** Quotes a text as one word for bash and zsh. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Returns the branches of a `case` over `<call>/<word>`, which descends the command tree word by word. */
export function callBranches(commands: readonly CommandWords[]): string {
  return commands
    .flatMap(({ call, subcommands }) =>
      subcommands.map(({ name }) => `      ${quoted(`${call}/${name}`)}) call=${quoted(`${call} ${name}`.trim())} ;;`),
    )
    .join('\n');
}

/** Returns the pattern for an option of a command in a `case` over `<call> <option>`. */
export function optionPattern(call: string, option: string): string {
  return quoted(`${call} ${option}`);
}
