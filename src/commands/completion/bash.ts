import type { CommandWords, OptionWords, Value } from './command-words.ts';
import { callBranches, optionPattern, quoted } from './shell-text.ts';

/** Returns a completion script for bash 3.2 and later. */
export function bashCompletion(commands: readonly CommandWords[]): string {
  return `# Completion of commissions for bash. Load it with: source <(commissions completion bash)
_commissions() {
  local cur=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} call='' word i
  local IFS=$'\\n'
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    case "$call/$word" in
${callBranches(commands)}
    esac
  done
  case "$call $previous" in
${commands.flatMap(({ call, options }) => options.filter(takesValue).map((option) => optionBranch(call, option))).join('\n')}
  esac
  case "$call" in
${commands.map(commandBranch).join('\n')}
  esac
}
complete -F _commissions commissions
`;
}

function takesValue({ value }: OptionWords): boolean {
  return value !== null;
}

function optionBranch(call: string, { name, value }: OptionWords): string {
  return `    ${optionPattern(call, name)}) ${value ? offer(value) : ''} return ;;`;
}

function commandBranch({ call, subcommands, options, arguments: values }: CommandWords): string {
  const names = options.map(({ name }) => name);
  const words = [...subcommands.map(({ name }) => name), ...values.flatMap(choicesOf)];
  const takesPath = values.some(({ kind }) => kind === 'path');
  return `    ${quoted(call)})
      if [[ $cur == -* ]]; then ${offerWords(names)}
      else ${offerWords(words)}${takesPath ? ` ${offerPaths}` : ''}
      fi ;;`;
}

function choicesOf(value: Value): readonly string[] {
  return value.kind === 'choice' ? value.choices : [];
}

function offer(value: Value): string {
  if (value.kind === 'choice') return offerWords(value.choices);
  return value.kind === 'path' ? offerPaths : '';
}

const offerPaths = `COMPREPLY+=($(compgen -f -- "$cur")); compopt -o filenames 2>/dev/null;`;

function offerWords(words: readonly string[]): string {
  return `COMPREPLY+=($(compgen -W ${quoted(words.join('\n'))} -- "$cur"));`;
}
