import type { Argument, Command, Option } from 'commander';

/** The words that can follow a command on the command line. */
export interface CommandWords {
  /** The words that call the command: `requests list`. Empty for the program itself. */
  readonly call: string;
  readonly subcommands: readonly Described[];
  readonly options: readonly OptionWords[];
  /** The values of the command's arguments, in order. */
  readonly arguments: readonly Value[];
}

export interface Described {
  readonly name: string;
  readonly description: string;
}

export interface OptionWords extends Described {
  /** The option's value, or null when the option takes none. */
  readonly value: Value | null;
}

/** `path` is a path of the file system. `text` cannot be completed. */
export type Value =
  | { readonly kind: 'choice'; readonly choices: readonly string[] }
  | { readonly kind: 'path' }
  | { readonly kind: 'text' };

const help: OptionWords = { name: '--help', description: 'display help for command', value: null };

/** Returns the words of the program and of every command below it, the program first. */
export function commandWords(command: Command, call = ''): readonly CommandWords[] {
  const below = command.commands.map((one) => ({ one, call: `${call} ${one.name()}`.trim() }));
  return [
    {
      call,
      subcommands: command.commands.map((one) => ({ name: one.name(), description: one.description() })),
      options: [...command.options.map(optionWords), help],
      arguments: command.registeredArguments.map(valueWords),
    },
    ...below.flatMap((entry) => commandWords(entry.one, entry.call)),
  ];
}

/** Returns the words with choices for an option's value, which the command itself does not limit to them. */
export function withChoices(
  commands: readonly CommandWords[],
  call: string,
  option: string,
  choices: readonly string[],
): readonly CommandWords[] {
  const chosen = (words: OptionWords): OptionWords =>
    words.name === option ? { ...words, value: { kind: 'choice', choices } } : words;
  return commands.map((words) => (words.call === call ? { ...words, options: words.options.map(chosen) } : words));
}

function optionWords(option: Option): OptionWords {
  const takesValue = option.required || option.optional;
  return {
    name: option.long ?? option.flags,
    description: option.description,
    value: takesValue ? valueWords(option) : null,
  };
}

function valueWords(of: Option | Argument): Value {
  if (of.argChoices) return { kind: 'choice', choices: of.argChoices };
  const name = 'flags' in of ? of.flags : of.name();
  return /\b(file|dir)\b/.test(name) ? { kind: 'path' } : { kind: 'text' };
}
