import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { faultsBySchema, installCheckers, parseYaml } from './support/checkers.ts';
import { dependabotSchema, issueChooserSchema, issueFormSchema } from './support/github-schemas.ts';
import { faultsOfWorkflow, readWorkflow, type Step, workflowTexts } from './support/workflows.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(`${root}/${path}`, 'utf8');
const { engines, scripts } = JSON.parse(read('package.json'));
const developers = read('.nvmrc').trim();

beforeAll(installCheckers);

function jobs() {
  return Object.values(workflowTexts).flatMap((text) => Object.values(readWorkflow(text).jobs));
}

function steps(): readonly Step[] {
  return jobs().flatMap((job) => job.steps);
}

function yamlOf<T = unknown>(path: string): T {
  return parseYaml<T>(read(path))[0] as T;
}

describe('the workflows', () => {
  it.each(Object.entries(workflowTexts))('follow the format of GitHub: %s', async (_name, text) => {
    expect(await faultsOfWorkflow(text)).toEqual([]);
  });

  it.each([
    ['an unknown key', 'timeout-minutes:', 'timeout:', "Unexpected value 'timeout'"],
    ['a missing runner', 'runs-on: ubuntu-24.04', '', 'Required property is missing: runs-on'],
    ['an unknown context', 'github.ref_type', 'gitbub.ref_type', "Unrecognized named-value: 'gitbub'"],
    ['a schedule without a day', "'23 2 * * *'", "'23 2'", 'Invalid cron expression'],
  ])('are refused with %s', async (_fault, from, to, message) => {
    const text = workflowTexts['rings.yml'] ?? '';
    expect(text).toContain(from);
    expect((await faultsOfWorkflow(text.replace(from, to))).join()).toContain(message);
  });

  it('run the tests on the oldest Node.js that package.json allows, and on that of developers', () => {
    const { node } = readWorkflow(workflowTexts['tests.yml'] ?? '').jobs.test?.strategy?.matrix ?? {};
    expect(node?.[0]).toBe(engines.node.replace('>=', ''));
    expect(node?.at(-1)).toBe(developers);
  });

  it('run scripts of package.json and files that exist', () => {
    const commands = steps().flatMap(({ run }) => run?.split(/ && |\n/) ?? []);
    const named = commands.flatMap((command) => /^npm (?:run )?(\S+)/.exec(command)?.[1] ?? []);
    expect(named.filter((name) => name !== 'ci' && !(name in scripts))).toEqual([]);
    expect(named).toEqual(expect.arrayContaining(['check', 'test', 'release']));
    const files = commands.flatMap((command) => /^\.\S+/.exec(command)?.[0] ?? []);
    expect(files).toEqual(['.ci/run']);
    expect(files.filter((file) => !existsSync(`${root}/${file}`))).toEqual([]);
  });

  it('name each action by its commit, and the version in a comment', () => {
    const uses = Object.values(workflowTexts).flatMap((text) => text.match(/^.*\buses:.*$/gm) ?? []);
    expect(uses.length).toBeGreaterThan(3);
    expect(uses.filter((line) => !/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
  });

  it('may only read, keep no credentials, and end in bounded time', () => {
    for (const text of Object.values(workflowTexts)) {
      expect(readWorkflow(text).permissions).toEqual({ contents: 'read' });
      expect(text).not.toContain('secrets.');
    }
    const checkouts = steps().filter(({ uses }) => uses?.startsWith('actions/checkout@'));
    expect(checkouts.length).toBe(jobs().length);
    for (const checkout of checkouts) expect(checkout.with).toMatchObject({ 'persist-credentials': false });
    for (const job of jobs()) expect(job['timeout-minutes']).toBeGreaterThan(0);
  });
});

describe('.nvmrc', () => {
  it('names the Node.js of the image', () => {
    expect(read('deploy/Dockerfile')).toContain(`/node:${developers}-`);
  });
});

describe('.editorconfig', () => {
  it('indents and breaks lines as biome.json does', () => {
    const [, everywhere = ''] = read('.editorconfig').split(/^\[.+\]$/m);
    const pairs = everywhere.matchAll(/^(\w+) = (\w+)$/gm);
    const { indentStyle, indentWidth, lineWidth } = JSON.parse(read('biome.json')).formatter;
    expect(Object.fromEntries([...pairs].map(([, name, value]) => [name, value]))).toMatchObject({
      indent_style: indentStyle,
      indent_size: String(indentWidth),
      max_line_length: String(lineWidth),
    });
  });
});

interface Update {
  readonly 'package-ecosystem': string;
  readonly directory?: string;
  readonly directories?: readonly string[];
  readonly ignore?: readonly { readonly 'dependency-name': string }[];
}

function npmUpdates(): readonly Update[] {
  const { updates } = yamlOf<{ readonly updates: readonly Update[] }>('.github/dependabot.yml');
  return updates.filter((update) => update['package-ecosystem'] === 'npm');
}

function foldersOf({ directory, directories }: Update): readonly string[] {
  return directories ?? [directory ?? ''];
}

describe('dependabot.yml', () => {
  it('follows the format of GitHub', () => {
    const config = yamlOf<{ readonly updates: readonly Update[] }>('.github/dependabot.yml');
    expect(faultsBySchema(dependabotSchema, config)).toEqual([]);
    const [first] = config.updates;
    expect(faultsBySchema(dependabotSchema, { version: 2, updates: [{ ...first, directory: undefined }] })).not.toEqual(
      [],
    );
    expect(faultsBySchema(dependabotSchema, { version: 2, updates: [{ ...first, ignores: [] }] })).not.toEqual([]);
  });

  it('has every folder with a lock file', () => {
    const locks = execFileSync('git', ['ls-files', '*package-lock.json'], { cwd: root, encoding: 'utf8' }).trim();
    const folders = locks.split('\n').map((lock) => `/${lock.replace(/\/?package-lock\.json$/, '')}`);
    expect(npmUpdates().flatMap(foldersOf).toSorted()).toEqual(folders.toSorted());
  });

  it('ignores versions of packages that its folders have', () => {
    for (const update of npmUpdates()) {
      const packages = foldersOf(update)
        .map((folder) => read(`.${folder}/package.json`))
        .join();
      const unknown = update.ignore?.filter(
        (rule) => !packages.includes(`"${rule['dependency-name'].replace('*', '')}`),
      );
      expect(unknown).toEqual([]);
    }
  });
});

describe('the forms for issues', () => {
  it.each(['bug', 'feature'])('follow the format of GitHub: %s', (name) => {
    const form = yamlOf<{ readonly body: readonly object[] }>(`.github/ISSUE_TEMPLATE/${name}.yml`);
    expect(faultsBySchema(issueFormSchema, form)).toEqual([]);
    expect(faultsBySchema(issueFormSchema, { ...form, body: [{ ...form.body[1], type: 'text' }] })).not.toEqual([]);
  });

  it('are the only way to open an issue', () => {
    const chooser = yamlOf('.github/ISSUE_TEMPLATE/config.yml');
    expect(faultsBySchema(issueChooserSchema, chooser)).toEqual([]);
    expect(chooser).toEqual({ blank_issues_enabled: false });
  });

  it('lead reports of security faults to the policy', () => {
    expect(read('.github/ISSUE_TEMPLATE/bug.yml')).toContain('](../security/policy)');
    expect(existsSync(`${root}/SECURITY.md`)).toBe(true);
  });
});
