import { describe, expect, it } from 'vitest';
import { callOf, leafCommands, manualPage } from './manual.ts';
import { createProgram } from './program.ts';

const program = createProgram();
const page = manualPage(program).replaceAll('\\-', '-');

describe('the manual page', () => {
  it.each(leafCommands(program).map((command) => [callOf(command), command] as const))(
    'says of the options of %s what the help says',
    (_call, command) => {
      const help = command.createHelp();
      for (const option of command.options) {
        expect(page).toContain(`.B ${option.flags}\n${help.optionDescription(option)}\n`);
      }
    },
  );

  it('has choices and defaults', () => {
    expect(page).toMatch(/\.B --keep <number>\n.*\(default: 7\)\n/);
    expect(page).toMatch(/\.B --format <format>\n.*\(choices: "csv", "jsonl"/);
  });
});
