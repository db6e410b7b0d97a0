import type { Argument, Command, Option } from 'commander';

/** What can be typed behind the words that call a command. */
export interface CommandWords {
  /** `requests list`; empty for the program itself. */
  readonly call: string;
  readonly subcommands: readonly Described[];
  readonly options: readonly OptionWords[];
  /** Of its arguments, in their order. */
  readonly arguments: readonly Value[];
}

export interface Described {
  readonly name: string;
  readonly description: string;
}

export interface OptionWords extends Described {
  /** Null for one that takes none. */
  readonly value: Value | null;
}

/** `path`: of the file system. `text`: what only the person knows. */
export type Value =
  | { readonly kind: 'choice'; readonly choices: readonly string[] }
  | { readonly kind: 'path' }
  | { readonly kind: 'text' };

const help: OptionWords = { name: '--help', description: 'display help for command', value: null };

/** The program and every command below it, the program first. */
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
