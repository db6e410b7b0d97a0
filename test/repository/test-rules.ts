import { parseAst } from 'vite';

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/** A call of `it` or `describe`, however its modifiers are chained: `it.each(rows)(name, body)`. */
interface SuiteCall {
  readonly kind: 'it' | 'describe';
  readonly modifiers: readonly string[];
  readonly args: readonly Node[];
}

const kinds: Readonly<Record<string, SuiteCall['kind']>> = { it: 'it', test: 'it', describe: 'describe' };
const hooks = ['beforeAll', 'beforeEach', 'afterEach', 'afterAll'];
const skipping = ['skip', 'skipIf', 'runIf', 'only', 'todo', 'fails'];
/** They end in "s" and are no verbs in the present. */
const notVerbs = ['as', 'across', 'always', 'files', 'its', 'others', 'requests', 'this', 'unless', 'yes'];
/** For subjects in the plural. */
const pluralVerbs = (
  'add agree are ask can cannot clear compile count deadlock decide do end fail find fit follow get give go ' +
  'have hold import include keep know lead leave list load may measure name need offer open press probe reject ' +
  'release run say search select set show stand stay stop take tell test tick wait work'
).split(' ');

/** Clauses with such words as nouns hide the subject or the result. */
const clauses = /^(what|who|whoever|nobody|none)\b|\b(of what|for who|is told|nobody)\b/i;

/** Each rule, as the fault of a test that breaks it. */
export const testRules = {
  describe: 'stands outside a describe',
  name: 'has a name that does not begin with a verb in the present',
  words: 'has a name, or a describe, with a clause such as "what was sent" in place of a noun',
  skip: 'is skipped, or may be',
  limit: 'has a limit of its own, or a retry',
  wait: 'waits otherwise than by expect.poll',
  page: 'leaves a promise of its page alone, whose failure would end a run without a failed test',
} as const;
export type TestRule = keyof typeof testRules;

interface BrokenTestRule {
  readonly rule: TestRule;
  readonly line: number;
  readonly code: string;
}

/** Returns each call in a test file that breaks a rule. */
export function brokenTestRules(source: string): BrokenTestRule[] {
  const broken: BrokenTestRule[] = [];
  const say = (node: Node, rule: TestRule) => {
    const code = source.slice(node.start, node.end).replace(/\s+/g, ' ').slice(0, 200);
    broken.push({ rule, line: source.slice(0, node.start).split('\n').length, code });
  };
  visit(parseAst(source, { lang: 'ts' }) as unknown as Node, false);
  return broken;

  function visit(node: Node, isInDescribe: boolean): void {
    const call = suiteCallOf(node);
    if (call !== null) checkCall(node, call, isInDescribe);
    if (isMember(node, 'vi', 'waitFor') || isMember(node, 'vi', 'waitUntil')) say(node, 'wait');
    if (isUnheededCallOfPage(node)) say(node, 'page');
    if (isPollWithLimit(node) || isHookWithLimit(node) || isMember(node, 'vi', 'setConfig')) say(node, 'limit');
    // A function of tests is called in a describe.
    const holdsTests = call?.kind === 'describe' || node.type === 'FunctionDeclaration';
    for (const child of childrenOf(node)) visit(child, isInDescribe || holdsTests);
  }

  function checkCall(node: Node, { kind, modifiers, args }: SuiteCall, isInDescribe: boolean): void {
    if (modifiers.some((modifier) => skipping.includes(modifier))) say(node, 'skip');
    if (args.length > 2) say(node, 'limit');
    if (args[0] && clauses.test(textOf(args[0]))) say(args[0], 'words');
    if (kind === 'describe') return;
    if (!isInDescribe) say(node, 'describe');
    if (args[0] && !beginsWithVerb(textOf(args[0]))) say(args[0], 'name');
  }
}

function beginsWithVerb(name: string): boolean {
  const [word = ''] = name.replace(/^never /, '').split(/[ ,:]/);
  return pluralVerbs.includes(word) || (/^[a-z-]+s$/.test(word) && !notVerbs.includes(word));
}

/** Returns null for every other node, also for the inner call of `it.each(rows)(name, body)`. */
function suiteCallOf(node: Node): SuiteCall | null {
  if (node.type !== 'CallExpression') return null;
  const modifiers: string[] = [];
  let callee = node.callee as Node;
  while (callee.type !== 'Identifier') {
    if (callee.type === 'MemberExpression') {
      modifiers.push(String((callee.property as Node).name));
      callee = callee.object as Node;
    } else if (callee.type === 'CallExpression') callee = callee.callee as Node;
    else if (callee.type === 'TaggedTemplateExpression') callee = callee.tag as Node;
    else return null;
  }
  const kind = kinds[String(callee.name)];
  const args = node.arguments as Node[];
  const isNamed = args[0]?.type === 'Literal' || args[0]?.type === 'TemplateLiteral';
  return kind === undefined || !isNamed || args.length < 2 ? null : { kind, modifiers, args };
}

function textOf(node: Node | undefined): string {
  if (node?.type === 'Literal') return String(node.value);
  if (node?.type !== 'TemplateLiteral') return '';
  return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('…');
}

function isMember(node: Node, object: string, property: string): boolean {
  if (node.type !== 'MemberExpression') return false;
  return (node.object as Node).name === object && (node.property as Node).name === property;
}

/** `void page.route(…)`: the page may be closed or elsewhere before it is done. */
function isUnheededCallOfPage(node: Node): boolean {
  if (node.type !== 'UnaryExpression' || node.operator !== 'void') return false;
  const call = node.argument as Node;
  if (call.type !== 'CallExpression') return false;
  const callee = call.callee as Node;
  if (callee.type !== 'MemberExpression') return false;
  const object = callee.object as Node;
  return object.name === 'page' || (object.property as Node | undefined)?.name === 'page';
}

/** `beforeAll(start, 300_000)`: the limit of every hook is set once, in vitest.config.ts. */
function isHookWithLimit(node: Node): boolean {
  if (node.type !== 'CallExpression' || !hooks.includes(String((node.callee as Node).name))) return false;
  return (node.arguments as Node[]).length > 1;
}

function isPollWithLimit(node: Node): boolean {
  if (node.type !== 'CallExpression' || !isMember(node.callee as Node, 'expect', 'poll')) return false;
  const [, options] = node.arguments as Node[];
  if (options === undefined) return false;
  // What is not written out here could hold a limit.
  if (options.type !== 'ObjectExpression') return true;
  return childrenOf(options).some(({ key }) => (key as Node | undefined)?.name === 'timeout');
}

function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flat()
    .filter((value): value is Node => typeof value === 'object' && value !== null && 'type' in value);
}
