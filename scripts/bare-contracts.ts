import { Visitor, type ESTree, type Plugin } from 'vite';

const SCHEMAS = new Set(['params', 'query', 'body', 'answer', 'pending']);

type Edit = { start: number; end: number; to: (was: string) => string };

/**
 * Reduces the contracts in the browser to their paths and types (src/web/sending/no-schemas.ts). The schemas of HTTP calls
 * are removed, all other schemas are inert, and constants that a function call makes are marked as pure, so that the
 * bundler drops them.
 */
export function bareContractsPlugin(): Plugin {
  return {
    name: 'bare-contracts',
    apply: 'build',
    transform: {
      filter: { id: /\.contract\.ts$|\/src\/contract\// },
      handler(code) {
        const program = this.parse(code);
        const edits = /import \{ z \} from/.test(code) ? schemasAndMakers(program.body) : [];
        const inertAt = new Set(edits.map(({ start }) => start));
        edits.push(...program.body.flatMap(madeByCall).filter(({ start }) => !inertAt.has(start)));
        new Visitor({ CallExpression: (call) => void edits.push(...schemasOf(call)) }).visit(program);
        return { code: edited(code, edits), map: null };
      },
    },
  };
}

/** Returns the edits that remove the schemas in a `defineCall({ ... })`, each with its comma. */
function schemasOf({ callee, arguments: [parts] }: ESTree.CallExpression): Edit[] {
  if (callee.type !== 'Identifier' || callee.name !== 'defineCall' || parts?.type !== 'ObjectExpression')
    return [];
  return parts.properties.flatMap((property, at, all) => {
    const isSchema =
      property.type === 'Property' && property.key.type === 'Identifier' && SCHEMAS.has(property.key.name);
    return isSchema ? [{ start: property.start, end: all[at + 1]?.start ?? parts.end - 1, to: blank }] : [];
  });
}

function declaredIn(statement: ESTree.Program['body'][number]): ESTree.VariableDeclarator[] {
  const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  return declared?.type === 'VariableDeclaration' ? declared.declarations : [];
}

/** Returns the edits that mark the module's constants made by a function call, because such a call has no side effects. */
function madeByCall(statement: ESTree.Program['body'][number]): Edit[] {
  return declaredIn(statement).flatMap(({ init }) =>
    init?.type === 'CallExpression' ? [{ start: init.start, end: init.end, to: pure }] : [],
  );
}

/**
 * Returns the edits that replace schemas, `const Cents = z.number().int()`, and the bodies of functions that make schemas,
 * `const Text = (max) => ...`, because in the browser all schemas are one inert object.
 */
function schemasAndMakers(body: ESTree.Program['body']): Edit[] {
  const named = body.flatMap(declaredIn).filter(({ id }) => /^[A-Z][a-z]/.test(nameIn(id)));
  const schemas = new Set(['z', ...named.map(({ id }) => nameIn(id))]);
  return named.flatMap(({ init }) => {
    if (init?.type === 'ArrowFunctionExpression') return [inert(init.body)];
    return init?.type === 'CallExpression' && schemas.has(rootOf(init)) ? [inert(init)] : [];
  });
}

const nameIn = (node: ESTree.Node): string => (node.type === 'Identifier' ? node.name : '');
/** Returns the name that begins a chain of function calls: `z` for `z.number().int()`. */
function rootOf(node: ESTree.Node): string {
  if (node.type === 'CallExpression') return rootOf(node.callee);
  return node.type === 'MemberExpression' ? rootOf(node.object) : nameIn(node);
}
const inert = ({ start, end }: { start: number; end: number }): Edit => ({
  start,
  end,
  to: (was) => `z${blank(was).slice(1)}`,
});

// Blanks a text but keeps its line breaks, for the source map.
const blank = (was: string): string => was.replace(/[^\n]/g, ' ');
const pure = (was: string): string => `/* @__PURE__ */ (() => ${was})()`;

const edited = (code: string, edits: Edit[]): string =>
  edits
    .toSorted((a, b) => b.start - a.start)
    .reduce(
      (all, { start, end, to }) => all.slice(0, start) + to(all.slice(start, end)) + all.slice(end),
      code,
    );
