import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';
import { expect, test } from 'vitest';

// The checker's pure JavaScript version is used, so that every machine finds the same.
process.env['RECHECK_BACKEND'] = 'pure';
const { checkSync } = await import('recheck');

type Expression = { file: string; pattern: string; flags: string };

/**
 * Regular expressions that are not proved to run in linear time, by file and pattern, and why they cannot block the server.
 */
const EXCEPTIONS = new Map<string, string>([
  ['contract/money.ts \\B(?=(\\d{3})+\\.)', 'formats a safe integer, of 16 digits at most'],
  ['areas/outbox/queue.steps.ts [^\\s<>@]+@[^\\s<>@]+(?=>?$)', 'reads a setting of the operator'],
  ['areas/outbox/queue.steps.ts .*@', 'reads a setting of the operator'],
  ['integrations/crm/pipedrive.ts \\/+$', 'reads a setting of the operator'],
  ['server/process/course-system-settings.ts \\/+$', 'reads a setting of the operator'],
  ['server/process/course-system-settings.ts [^\\s<>]+@[^\\s<>]+', 'reads a setting of the operator'],
  ['server/process/settings-kinds.ts \\/+$', 'reads a setting of the operator'],
  [
    'server/process/settings/mail-settings.ts ^[^<>@]*<?[^\\s<>@]+@[^\\s<>@]+>?$',
    'reads a setting of the operator',
  ],
]);
/** Files whose regular expressions never see text that a person typed. */
const FILES_EXCEPTED = new Map([
  [
    'integrations/course/reading/redact.ts',
    "every repetition has an end, in 32,000 characters of a system's answer",
  ],
  ['server/process/start/private-files.ts', 'names of files in DATA_DIR'],
]);
const nameOf = ({ file, pattern }: Expression) => `${file} ${pattern}`;

const isNode = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
function* nodesIn(value: unknown): Generator<Record<string, unknown>> {
  if (Array.isArray(value)) for (const one of value) yield* nodesIn(one);
  else if (isNode(value)) {
    yield value;
    yield* nodesIn(Object.values(value));
  }
}
const valueOf = (node: unknown): string => (isNode(node) ? String(node['value'] ?? '') : '');

/** Returns the regular expressions of a file: literals, and those that `new RegExp` builds from the sources of literals. */
function expressionsIn(file: string): { all: Expression[]; built: string[] } {
  const text = readFileSync(join('src', file), 'utf8');
  const nodes = [...nodesIn(parseSync(text, { syntax: 'typescript', tsx: file.endsWith('.tsx') }))];
  const all = nodes
    .filter(({ type }) => type === 'RegExpLiteral')
    .map(({ pattern, flags }) => ({ file, pattern: String(pattern), flags: String(flags) }));
  const constants = new Map(
    nodes
      .filter(({ type, init }) => type === 'VariableDeclarator' && isNode(init) && 'pattern' in init)
      .map(({ id, init }) => [valueOf(id), String(isNode(init) && init['pattern'])]),
  );
  const built: string[] = [];
  for (const { type, callee, arguments: args } of nodes) {
    if (type !== 'NewExpression' || valueOf(callee) !== 'RegExp' || !Array.isArray(args)) continue;
    const [source, flags] = args.map((one: unknown) => isNode(one) && one['expression']);
    // A copied expression needs no check, because its literal has been collected already.
    if (isNode(source) && source['type'] === 'Identifier' && constants.has(valueOf(source))) continue;
    const pattern = patternOf(source, constants);
    if (pattern === null) built.push(file);
    else all.push({ file, pattern, flags: valueOf(flags) });
  }
  return { all, built };
}

/** Resolves a template of texts and `${NAME.source}` to a pattern; null for anything else. */
function patternOf(node: unknown, constants: Map<string, string>): string | null {
  if (!isNode(node) || node['type'] !== 'TemplateLiteral') return null;
  const { quasis, expressions } = node;
  if (!Array.isArray(quasis) || !Array.isArray(expressions)) return null;
  const sources = expressions.map((one: unknown) => constants.get(isNode(one) ? valueOf(one['object']) : ''));
  if (sources.includes(undefined)) return null;
  return quasis
    .map((one: unknown, at) => `${String(isNode(one) && one['cooked'])}${sources[at] ?? ''}`)
    .join('');
}

const FILES = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file),
);
const found = FILES.map(expressionsIn);
const expressions = [
  ...new Map(found.flatMap(({ all }) => all).map((one) => [`${nameOf(one)}/${one.flags}`, one])).values(),
];

/** Returns true for nested or unlimited repetition; without repetition the work per character is limited. */
function repeats({ pattern }: Expression): boolean {
  const bare = pattern.replace(/\\./g, '').replace(/\[[^\]]*\]/g, '');
  return /[*+]|\{\d+,\}|\)\{/.test(bare);
}

function isLinear({ pattern, flags }: Expression): boolean {
  const { status } = checkSync(pattern, flags, { timeout: null, randomSeed: 1 });
  return status === 'safe';
}

test('the check tells linear expressions from others', () => {
  const of = (pattern: string) => isLinear({ file: '', pattern, flags: 'g' });
  expect(['\\s+', '^a+b+$', '<[^<>]+>'].map(of)).toEqual([true, true, true]);
  expect(['(a+)+$', '\\s*\\n\\s*', '<!--.*?-->', '[T ]\\d\\d:.*$'].some(of)).toBe(false);
});

test('every regular expression works in time that grows with the length of the text', () => {
  expect(expressions.length).toBeGreaterThan(300);
  const checked = expressions.filter(
    (one) => !FILES_EXCEPTED.has(one.file) && !EXCEPTIONS.has(nameOf(one)) && repeats(one),
  );
  const wrong = checked.filter((one) => !isLinear(one));
  expect(wrong.map(nameOf)).toEqual([]);
}, 120_000);

test('every exception is there', () => {
  const names = new Set(expressions.map(nameOf));
  expect([...EXCEPTIONS.keys()].filter((name) => !names.has(name))).toEqual([]);
});

// Expressions built at run time are not checked by their pattern: those for contracts' addresses, and character classes.
test('expressions are built of nothing typed', () => {
  expect([...new Set(found.flatMap(({ built }) => built))].toSorted()).toEqual([
    'areas/customers/erasing/written-forms.rules.ts',
    'contract/names/fold.ts',
    'server/http/rejecting/methods.ts',
  ]);
});
