import type { CommandWords, OptionWords, Value } from './command-words.ts';

/** Returns a completion script for fish 3. */
export function fishCompletion(commands: readonly CommandWords[]): string {
  const branches = commands.flatMap(({ call, subcommands }) =>
    subcommands.map(
      ({ name }) => `      case ${quoted(`${call}/${name}`)}\n        set call ${quoted(`${call} ${name}`.trim())}`,
    ),
  );
  return `# Completion of commissions for fish. Load it with: commissions completion fish | source
function __commissions_at
  set -l call ''
  set -l words (commandline -opc)
  set -e words[1]
  for word in $words
    switch "$call/$word"
${branches.join('\n')}
    end
  end
  test "$call" = "$argv[1]"
end
complete -c commissions -f
${commands.flatMap(linesOf).join('\n')}
`;
}

function linesOf({ call, subcommands, options, arguments: values }: CommandWords): readonly string[] {
  const start = `complete -c commissions -n ${quoted(`__commissions_at ${quoted(call)}`)}`;
  return [
    ...subcommands.map(({ name, description }) => `${start} -a ${quoted(name)} -d ${quoted(description)}`),
    ...options.map((option) => `${start} ${optionFlags(option)} -d ${quoted(option.description)}`),
    ...values.flatMap((value) => valueFlags(value).map((flags) => `${start} ${flags}`)),
  ];
}

function optionFlags({ name, value }: OptionWords): string {
  const flag = `-l ${name.replace(/^--/, '')}`;
  if (value === null) return flag;
  if (value.kind === 'choice') return `${flag} -x -a ${quoted(value.choices.join(' '))}`;
  return value.kind === 'path' ? `${flag} -r -F` : `${flag} -x`;
}

function valueFlags(value: Value): readonly string[] {
  if (value.kind === 'choice') return [`-a ${quoted(value.choices.join(' '))}`];
  return value.kind === 'path' ? ['-F'] : [];
}

/** In fish only backslash and quote are special between single quotes. */
function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
