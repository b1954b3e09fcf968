import { Visitor, type ESTree, type Plugin } from 'vite';

const SCHEMAS = new Set(['params', 'query', 'body', 'answer', 'pending']);

type Edit = { start: number; end: number; to: (was: string) => string };

/**
 * Reduces the contracts in the browser to their paths and types (src/web/sending/no-schemas.ts). The schemas of calls
 * are removed, and constants that only make schemas are marked as pure, so that the bundler drops them.
 */
export function bareContracts(): Plugin {
  return {
    name: 'bare-contracts',
    apply: 'build',
    transform: {
      filter: { id: /\.contract\.ts$|\/src\/contract\// },
      handler(code) {
        const program = this.parse(code);
        const edits = program.body.flatMap(madeByCall);
        if (/import \{ z \} from/.test(code)) edits.push(...program.body.flatMap(makersOfSchemas));
        new Visitor({ CallExpression: (call) => void edits.push(...schemasOf(call)) }).visit(program);
        return { code: edited(code, edits), map: null };
      },
    },
  };
}

/** The schemas in a `call({ ... })`, each with its comma. */
function schemasOf({ callee, arguments: [parts] }: ESTree.CallExpression): Edit[] {
  if (callee.type !== 'Identifier' || callee.name !== 'call' || parts?.type !== 'ObjectExpression') return [];
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

/** The module's constants that a call makes; such a call has no side effects. */
function madeByCall(statement: ESTree.Program['body'][number]): Edit[] {
  return declaredIn(statement).flatMap(({ init }) =>
    init?.type === 'CallExpression' ? [{ start: init.start, end: init.end, to: pure }] : [],
  );
}

/**
 * The bodies of functions that make schemas, `const Text = (max) => ...`: in the browser each returns the same inert
 * schema.
 */
function makersOfSchemas(statement: ESTree.Program['body'][number]): Edit[] {
  return declaredIn(statement).flatMap(({ id, init }) =>
    id.type === 'Identifier' && /^[A-Z][a-z]/.test(id.name) && init?.type === 'ArrowFunctionExpression'
      ? [{ start: init.body.start, end: init.body.end, to: (was: string) => `z${blank(was).slice(1)}` }]
      : [],
  );
}

// Keeps the line breaks, for the source map.
const blank = (was: string): string => was.replace(/[^\n]/g, ' ');
const pure = (was: string): string => `/* @__PURE__ */ (() => ${was})()`;

const edited = (code: string, edits: Edit[]): string =>
  edits
    .toSorted((a, b) => b.start - a.start)
    .reduce(
      (all, { start, end, to }) => all.slice(0, start) + to(all.slice(start, end)) + all.slice(end),
      code,
    );
