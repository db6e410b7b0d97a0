import { create, insert, type Recipe } from './recipe.ts';

/** `database.statement-log`, which warns of a server that writes customers' texts into its log. */
export const doctorCheck: Recipe = {
  heading: 'A check of the doctor',
  name: 'statement-log',
  mostFiles: 5,
  adapted: null,
  edits: [
    create(
      'src/doctor/database/statement-log.ts',
      `import { ok, warning } from '../check.ts';
import type { DatabaseQuestion } from '../session.ts';

export const statementLogQuestion: DatabaseQuestion = {
  name: 'database.statement-log',
  quick: true,
  async ask(client) {
    const { rows } = await client.query<{ mode: string }>("select current_setting('log_statement') as mode");
    return rows.map(({ mode }) =>
      mode === 'none'
        ? ok('The server logs no statements')
        : warning('The server logs statements', { remedy: 'Set log_statement to none' }),
    );
  },
};
`,
    ),
    insert(
      'src/doctor/database/checks.ts',
      "from '../session.ts';\n",
      "import { statementLogQuestion } from './statement-log.ts';\n",
    ),
    insert('src/doctor/database/checks.ts', '    durabilityQuestion,\n', '    statementLogQuestion,\n'),
    create(
      'test/doctor/statement-log.test.ts',
      `import { Client } from 'pg';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../support/embedded-database.ts';
import { examineDatabase } from './examine-database.ts';

it('finds a server that logs statements', async () => {
  const database = await createTestDatabase();
  const found = async () => (await examineDatabase(database.url, 'statement-log'))['statement-log']?.verdict;
  expect(await found()).toBe('ok');
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query('select current_database() as name');
  await client.query('alter database ' + rows[0].name + " set log_statement = 'all'");
  await client.end();
  expect(await found()).toBe('warning');
  await database.drop();
});
`,
    ),
    insert(
      'docs/operations.md',
      '`synchronous_commit` switched off; `--fix` sets the last one for the user |\n',
      '| `database.statement-log` | a server that logs statements |\n',
    ),
  ],
  texts: {},
  tests: ['test/doctor/statement-log.test.ts', 'test/repository/floors.test.ts'],
  proof: `
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCommand } from './support/command.ts';
import { createTestDatabase } from './support/embedded-database.ts';

it('is found by --only, and reports', async () => {
  const cwd = await mkdtemp(join(tmpdir(), 'doctor-'));
  const database = await createTestDatabase();
  const env = { DATABASE_URL: database.url, DATA_DIR: cwd };
  const { code, stdout, stderr } = await runCommand(['doctor', '--only', 'database.statement-log'], { cwd, env });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '1 check, no problems\\n' });
  expect(stdout).toMatch(/^ok +database\\.statement-log: The server logs no statements\\n$/);
  await database.drop();
  await rm(cwd, { recursive: true });
});
`,
};
