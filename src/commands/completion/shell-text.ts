import type { CommandWords } from './command-words.ts';

/** A word that bash and zsh take as it is. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** The branches of a `case` over `<call>/<word>` that follow the words of a command line down the tree. */
export function callBranches(commands: readonly CommandWords[]): string {
  return commands
    .flatMap(({ call, subcommands }) =>
      subcommands.map(({ name }) => `      ${quoted(`${call}/${name}`)}) call=${quoted(`${call} ${name}`.trim())} ;;`),
    )
    .join('\n');
}

/** The calls of commands that take a value by an option of this kind, as patterns of a `case` over `<call> <option>`. */
export function optionPattern(call: string, option: string): string {
  return quoted(`${call} ${option}`);
}
