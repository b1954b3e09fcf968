import {
  CaptureTag,
  CaseTag,
  ForTag,
  IfTag,
  LiquidError,
  Output,
  TypeGuards,
  UnlessTag,
  Value,
  type PropertyAccessToken,
  type Template,
  type Token,
} from 'liquidjs';
import { emailKindText, type TemplateKind } from './email-templates.contract.ts';
import { liquidEngine, MISSING_SUBJECT_TEXT, renderEmail, SUBJECT_PREFIX } from './render.texts.ts';
import {
  minimalVariables,
  isCourseOnlyVariable,
  isVariableList,
  isSingleVariable,
  sampleVariables,
  templateVariables,
  type TemplateVariable,
  type TemplateVariables,
} from './variables.rules.ts';

const MOST_PROBLEMS = 10;
const TRIAL_MS = 500;

/**
 * Returns the reasons why a template cannot be used, each a sentence that begins with a line number; empty if it can be used.
 * The names of variables are checked in every branch. Then the template is rendered twice: with all values and with none.
 */
export function templateProblems(kind: TemplateKind, content: string): string[] {
  const [first = '', ...rest] = content.split('\n');
  if (!first.startsWith(SUBJECT_PREFIX)) return [`Line 1: ${MISSING_SUBJECT_TEXT}`];
  const variables = templateVariables(kind);
  const problems = [
    ...problemsIn(first.slice(SUBJECT_PREFIX.length), { kind, variables, before: 0 }),
    ...problemsIn(rest.join('\n'), { kind, variables, before: 1 }),
  ];
  if (problems.length > 0) return problems.slice(0, MOST_PROBLEMS);
  return (
    triedWith(content, sampleVariables(variables)) ?? triedWith(content, minimalVariables(variables)) ?? []
  );
}

type Part = { kind: TemplateKind; variables: TemplateVariables; before: number };

function problemsIn(text: string, part: Part): string[] {
  let templates: Template[];
  try {
    templates = liquidEngine.parse(text);
  } catch (error) {
    return [sentenceOf(error, part.before)];
  }
  const found = new NameCheck(part);
  found.walk(templates, new Map<string, Shape>(Object.entries(part.variables)));
  return found.problems;
}

function triedWith(content: string, variables: Record<string, unknown>): string[] | null {
  try {
    const { subject } = renderEmail(content, variables, { renderLimit: TRIAL_MS });
    return subject === '' ? ['Line 1: the subject would be empty.'] : null;
  } catch (error) {
    // The subject and the HTML are rendered separately, so the line number in an error depends on the part that the error's
    // token belongs to.
    const isSubject = LiquidError.is(error) && content.startsWith(SUBJECT_PREFIX + error.token.input);
    return [sentenceOf(error, isSubject ? 0 : 1)];
  }
}

/** The structure of a template's value: a single value, a group of values, or a list of groups. */
type Shape = TemplateVariable | TemplateVariables | readonly [TemplateVariables];
type Scope = Map<string, Shape>;

const VALUE: TemplateVariable = { means: '', sample: '' };
/** The shape of a filter's result, which may be a single value or a list. */
const RECKONED: TemplateVariable = { means: 'reckoned', sample: '' };
/** The filters that keep the shape of a list. */
const LIST_AGAIN = new Set([
  'sort',
  'sort_natural',
  'reverse',
  'where',
  'reject',
  'uniq',
  'slice',
  'compact',
]);
/** The shape of an unknown variable: its parts are not reported as unknown too. */
const UNKNOWN: TemplateVariable = { means: 'not known', sample: '' };
const LOOP: TemplateVariables = Object.fromEntries(
  ['first', 'last', 'index', 'index0', 'rindex', 'rindex0', 'length'].map((name) => [name, VALUE]),
);

/** Checks in all branches of a template that every variable exists there. */
class NameCheck {
  readonly problems: string[] = [];
  private readonly part: Part;
  constructor(part: Part) {
    this.part = part;
  }

  walk(templates: Template[], scope: Scope): void {
    for (const template of templates) {
      const shapes = [...(template.arguments?.() ?? [])].map((one) => this.read(one, template.token, scope));
      this.walkInto(template, shapes[0], scope);
      for (const { content } of template.localScope?.() ?? []) scope.set(content, shapes[0] ?? VALUE);
    }
  }

  private walkInto(template: Template, shape: Shape | undefined, scope: Scope): void {
    if (template instanceof Output && shape && !isSingleVariable(shape))
      this.say(template.token, 'only a single value can be printed: name one of its parts.');
    if (template instanceof ForTag) this.walkLoop(template, shape, scope);
    else if (template instanceof CaptureTag) this.walk(template.templates, scope);
    else for (const branch of branchesOf(template)) this.walk(branch, new Map(scope));
  }

  private walkLoop(loop: ForTag, over: Shape | undefined, scope: Scope): void {
    const isRange = TypeGuards.isRangeToken(loop.collection);
    const one = isVariableList(over) ? over[0] : VALUE;
    if (!isRange && !isVariableList(over) && over !== UNKNOWN && over !== RECKONED)
      this.say(loop.token, 'a loop goes through a list or a range such as (1..players).');
    this.walk(loop.templates, new Map([...scope, [loop.variable, one], ['forloop', LOOP]]));
    this.walk(loop.elseTemplates, new Map(scope));
  }

  /** Returns the shape of an expression, and reports every unknown variable in it. */
  private read(value: unknown, at: Token, scope: Scope): Shape {
    if (value instanceof Value || TypeGuards.isFilteredValueToken(value)) {
      const tokens = value.initial.postfix;
      if (!isWhole(tokens)) this.say(at, 'a condition or value is not complete.');
      const shapes = tokens.map((token) => this.read(token, at, scope));
      for (const { args } of value.filters)
        for (const argument of args) this.read(Array.isArray(argument) ? argument[1] : argument, at, scope);
      const shape = tokens.length === 1 ? (shapes[0] ?? VALUE) : VALUE;
      // LiquidJS escapes printed values by a filter of its own, whose name no template can use; that filter does not count.
      const written = value.filters.filter(({ name }) => name in liquidEngine.filters);
      const isKept = written.every(({ name }) => isVariableList(shape) && LIST_AGAIN.has(name));
      return isKept ? shape : RECKONED;
    }
    if (TypeGuards.isRangeToken(value)) {
      this.read(value.lhs, at, scope);
      this.read(value.rhs, at, scope);
    }
    return TypeGuards.isPropertyAccessToken(value) ? this.find(value, at, scope) : VALUE;
  }

  private find(access: PropertyAccessToken, at: Token, scope: Scope): Shape {
    if (access.variable) return VALUE;
    const names = access.props.map(nameIn);
    const written = names.map((name) => name ?? '[...]').join('.');
    if (names.includes(null)) {
      this.say(at, `a name is written out, not looked up: ${written}.`);
      return UNKNOWN;
    }
    const [first = '', ...rest] = names;
    const found = rest.reduce<Shape | undefined>(partOf, scope.get(first ?? ''));
    if (!found) this.say(at, this.unknown(first, written));
    return found ?? UNKNOWN;
  }

  private unknown(first: string | null, written: string): string {
    const kind = emailKindText(this.part.kind);
    return first !== null && isCourseOnlyVariable(first)
      ? `${written} is between us and the course: the ${kind} goes to a customer.`
      : `the ${kind} has no variable ${written}.`;
  }

  private say(at: Token, sentence: string): void {
    const [line = 1] = at.getPosition();
    const problem = `Line ${line + this.part.before}: ${sentence}`;
    if (!this.problems.includes(problem)) this.problems.push(problem);
  }
}

/** Returns the name in one step of a path such as `course["name"]` or `clubs[0]`; null if the name is computed. */
function nameIn(step: Token): string | null {
  if (TypeGuards.isWordToken(step) || TypeGuards.isQuotedToken(step) || TypeGuards.isNumberToken(step))
    return String(step.content);
  return null;
}

function partOf(whole: Shape | undefined, name: string | null): Shape | undefined {
  if (!whole || whole === UNKNOWN) return whole;
  if (name === 'size' && (isSingleVariable(whole) || isVariableList(whole))) return VALUE;
  if (isSingleVariable(whole) || name === null) return undefined;
  if (isVariableList(whole)) return /^(?:first|last|\d+)$/.test(name) ? whole[0] : undefined;
  return Object.hasOwn(whole, name) ? whole[name] : undefined;
}

function branchesOf(template: Template): Template[][] {
  const isBranching =
    template instanceof IfTag || template instanceof UnlessTag || template instanceof CaseTag;
  if (!isBranching) return [];
  return [...template.branches.map((branch) => branch.templates), template.elseTemplates ?? []];
}

/**
 * Returns true if the tokens in postfix order are a complete expression: each operator has its operands, and no operand is
 * left.
 */
function isWhole(tokens: Token[]): boolean {
  let depth = 0;
  for (const token of tokens) {
    if (TypeGuards.isOperatorToken(token)) {
      depth -= token.operator === 'not' ? 1 : 2;
      if (depth < 0) return false;
    }
    depth += 1;
  }
  return depth === 1;
}

const SAID: readonly (readonly [RegExp, string])[] = [
  [/^undefined filter: (.*)$/, 'there is no filter $1.'],
  [/^tag "(.*)" not found$/, 'there is no tag $1 here.'],
  [/^(?:memory alloc|template render) limit exceeded$/, 'this does too much work for one e-mail.'],
  [/^parse length limit exceeded$/, 'the template is too long.'],
];

/** Describes an error of the template language. `before` is the number of lines of the whole template above the checked text. */
function sentenceOf(error: unknown, before: number): string {
  if (!(error instanceof Error)) return String(error);
  if (!LiquidError.is(error)) return error.message;
  const [line = 1] = error.token.getPosition();
  const plain = (error.originalError?.message ?? error.message).replace(/, line:\d+, col:\d+$/, '');
  const problem = SAID.find(([like]) => like.test(plain));
  return `Line ${line + before}: ${problem ? plain.replace(...problem) : `${plain}.`}`;
}
