import { parseAst } from 'vite';

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

/** A call of `it` or `describe`, however its modifiers are chained: `it.each(rows)(name, body)`. */
interface SuiteCall {
  readonly kind: 'it' | 'describe';
  readonly modifiers: readonly string[];
  readonly args: readonly Node[];
}

const kinds: Readonly<Record<string, SuiteCall['kind']>> = { it: 'it', test: 'it', describe: 'describe' };
const skipping = ['skip', 'skipIf', 'runIf', 'only', 'todo', 'fails'];
/** They end in "s" and are no verbs in the present. */
const notVerbs = ['as', 'across', 'always', 'files', 'its', 'others', 'requests', 'this', 'unless', 'yes'];
/** For subjects in the plural. */
const pluralVerbs = (
  'add agree are ask can cannot clear compile count deadlock decide do end fail find fit follow get give go ' +
  'have hold import include keep know lead leave list load may measure name need offer open press probe reject ' +
  'release run say search select set show stand stay stop take tell test tick wait work'
).split(' ');

/**
 * Returns where a test file breaks the rules for tests, a line each: a test stands in a `describe` of its subject; its
 * name begins with a verb in the present; none is skipped; none has a time limit of its own; it awaits what its page
 * does.
 */
export function brokenTestRules(source: string): string[] {
  const broken: string[] = [];
  const say = (node: Node, what: string) =>
    broken.push(`line ${source.slice(0, node.start).split('\n').length}: ${what}`);
  visit(parseAst(source, { lang: 'ts' }) as unknown as Node, false);
  return broken;

  function visit(node: Node, isInDescribe: boolean): void {
    const call = suiteCallOf(node);
    if (call !== null) checkCall(node, call, isInDescribe);
    if (isMember(node, 'vi', 'waitFor') || isMember(node, 'vi', 'waitUntil')) say(node, 'wait by expect.poll');
    if (isUnheededCallOfPage(node))
      say(node, 'await what a page does: its failure would end a run without a failed test');
    if (isPollWithLimit(node)) say(node, 'the limit of expect.poll is set once, in vitest.config.ts');
    // A function of tests is called in a describe.
    const holdsTests = call?.kind === 'describe' || node.type === 'FunctionDeclaration';
    for (const child of childrenOf(node)) visit(child, isInDescribe || holdsTests);
  }

  function checkCall(node: Node, { kind, modifiers, args }: SuiteCall, isInDescribe: boolean): void {
    if (modifiers.some((modifier) => skipping.includes(modifier))) say(node, 'is skipped, or may be');
    if (args.length > 2) say(node, 'has a limit of its own');
    if (kind === 'describe') return;
    if (!isInDescribe) say(node, 'stands outside a describe');
    if (!beginsWithVerb(textOf(args[0]))) say(node, `no verb in the present: ${textOf(args[0])}`);
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
