import type { CommandWords, Described, OptionWords, Value } from './command-words.ts';
import { callBranches, optionPattern, quoted } from './shell-text.ts';

/** Returns a completion script for zsh 5, to be sourced or put as `_commissions` into a folder of `fpath`. */
export function zshCompletion(commands: readonly CommandWords[]): string {
  return `#compdef commissions
# Completion of commissions for zsh. Load it with: source <(commissions completion zsh)
_commissions() {
  local call='' word
  local -a subcommands options choices
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$call/$word" in
${callBranches(commands)}
    esac
  done
  case "$call \${words[CURRENT-1]}" in
${commands.flatMap(({ call, options }) => options.flatMap((option) => optionBranch(call, option))).join('\n')}
  esac
  case "$call" in
${commands.map(commandBranch).join('\n')}
  esac
}
if [[ \${funcstack[1]} == _commissions ]]; then
  _commissions "$@"
else
  compdef _commissions commissions
fi
`;
}

function optionBranch(call: string, { name, value }: OptionWords): readonly string[] {
  return value === null ? [] : [`    ${optionPattern(call, name)}) ${offer(value)} return ;;`];
}

function commandBranch({ call, subcommands, options, arguments: values }: CommandWords): string {
  const offers = values.map(offer).filter((text) => text !== '');
  return `    ${quoted(call)})
      subcommands=(${subcommands.map(described).join(' ')})
      options=(${options.map(described).join(' ')})
      if [[ \${words[CURRENT]} == -* ]]; then _describe -o option options
      else (( \${#subcommands} )) && _describe command subcommands; ${offers.join(' ')}
      fi ;;`;
}

function offer(value: Value): string {
  if (value.kind === 'choice') return `compadd -- ${value.choices.map(quoted).join(' ')};`;
  return value.kind === 'path' ? '_files;' : '';
}

/** Returns `name:description`, as `_describe` expects it. */
function described({ name, description }: Described): string {
  return quoted(`${name}:${description.replaceAll('\\', '\\\\').replaceAll(':', '\\:')}`);
}
