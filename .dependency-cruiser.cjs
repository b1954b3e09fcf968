// The allowed directions of imports; ARCHITECTURE.md draws them. scripts/check-boundaries.mjs runs this and verifies
// that it finds violations.
const TEST = '(\\.test\\.tsx?$|^test/)';
// A hook of an area is part of a screen, though it holds no markup.
const SCREEN = '(^src/web/|\\.tsx$|^src/areas/.+/use[A-Z][A-Za-z]*\\.ts$)';
const SERVER = '(^src/server/|^src/integrations/|\\.(texts|queries|steps|job|handlers)\\.ts$)';

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'two files that need each other are one file, or lack a third',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'contracts-are-pure',
      severity: 'error',
      comment:
        'a contract is read by browser, server, documents and tests: it may only know zod and other contracts',
      from: { path: '(^src/contract/|\\.contract\\.ts$)', pathNot: TEST },
      to: { pathNot: ['^src/contract/', '\\.contract\\.ts$', '(^|/)node_modules/zod/'] },
    },
    {
      name: 'rules-are-pure',
      severity: 'error',
      comment:
        'rules decide about money from what they are given; the screen and the server must get the same answer',
      from: { path: '\\.rules\\.ts$', pathNot: TEST },
      to: { pathNot: ['^src/contract/', '\\.contract\\.ts$', '\\.rules\\.ts$'] },
    },
    {
      name: 'texts-are-pure',
      severity: 'error',
      comment:
        'letters and messages are made of what they are given: whoever writes them has read the database before',
      from: { path: '\\.texts\\.ts$', pathNot: TEST },
      to: { pathNot: ['^src/contract/', '\\.(contract|rules|texts)\\.ts$', '(^|/)node_modules/liquidjs/'] },
    },
    {
      name: 'queries-ask-the-database-alone',
      severity: 'error',
      comment: 'what asks several things one after the other, or somebody outside, is a step',
      from: { path: '\\.queries\\.ts$', pathNot: TEST },
      to: {
        path: '(^src/integrations/|\\.(steps|job|handlers)\\.ts$)',
        // The words for a gateway's answers, which are kept as they are.
        pathNot: '^src/integrations/payment/gateway\\.ts$',
      },
    },
    {
      name: 'steps-know-no-caller',
      severity: 'error',
      comment: 'a step is taken by a request or by a timer: it must not know by which',
      from: { path: '\\.steps\\.ts$', pathNot: TEST },
      to: { path: '\\.(job|handlers)\\.ts$' },
    },
    {
      name: 'jobs-are-started-by-the-list',
      severity: 'error',
      comment: 'a timer that nobody lists would run in one place and not in another: jobs.ts starts them all',
      from: { path: '^src/', pathNot: [TEST, '/jobs\\.ts$'] },
      to: { path: '\\.job\\.ts$' },
    },
    {
      name: 'web-never-reaches-the-server',
      severity: 'error',
      comment: 'screens speak HTTP through send()',
      from: { path: SCREEN, pathNot: TEST },
      to: { path: SERVER },
    },
    {
      name: 'server-never-reaches-the-web',
      severity: 'error',
      comment: 'the server runs without a browser',
      from: { path: SERVER, pathNot: TEST },
      to: { path: SCREEN },
    },
    {
      name: 'handlers-are-private',
      severity: 'error',
      comment: "another area's handlers are no API; use its queries or rules",
      from: { path: '^src/areas/([^/]+)/' },
      to: { path: '\\.handlers\\.ts$', pathNot: '^src/areas/$1/' },
    },
    {
      name: 'kit-knows-no-area',
      severity: 'error',
      comment:
        'contract, server, integrations and web are tools; only the composition root above them names the areas',
      from: { path: '^src/(contract|server|integrations|web)/', pathNot: TEST },
      to: { path: '^src/(areas|app)/' },
    },
    {
      name: 'nothing-leans-on-the-root',
      severity: 'error',
      comment: 'src/app puts the parts together; what an area needs is passed to it',
      from: { path: '^src/areas/', pathNot: TEST },
      to: { path: '^src/app/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.(css|html|svg|png)$' },
    // TypeScript 7 has no API to read files with.
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
      conditionNames: ['import', 'node', 'default'],
    },
  },
};
