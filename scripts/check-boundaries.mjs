// Checks the direction of dependencies (.dependency-cruiser.cjs), that areas have no cycles, that every file of an area has
// a role in its name, and that an area with many files has folders by topic. The check also tests itself, because a checker
// that cannot read the files would report success: it must see most files, and must catch planted violations.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';

const require = createRequire(import.meta.url);
// dependency-cruiser does not tell its parser which files contain JSX, so the parser's options are set here.
const swc = require('@swc/core');
const parse = swc.parseFileSync;
swc.parseFileSync = (file, options) => parse(file, { ...options, tsx: file.endsWith('.tsx') });

const { cruise } = await import('dependency-cruiser');
const { forbidden, options } = require('../.dependency-cruiser.cjs');

async function problemsOf(folder) {
  const { output } = await cruise([folder], { ...options, validate: true, ruleSet: { forbidden } });
  return output;
}

const MOST_FILES = 10;
/** Returns the folders with too many files; tests and styles do not count. */
function crowdedFolders() {
  const counts = new Map();
  for (const entry of readdirSync('src', { recursive: true, withFileTypes: true })) {
    if (!/(?<!\.test)\.tsx?$/.test(entry.name)) continue;
    counts.set(entry.parentPath, (counts.get(entry.parentPath) ?? 0) + 1);
  }
  return [...counts].filter(([, files]) => files > MOST_FILES).map(([folder]) => folder);
}

// Matches file names with a role: `x.contract.ts`, `XList.tsx`, `useX.ts`, `x.css` and tests; CONTRIBUTING.md explains each
// role.
const ROLE =
  /(\.(contract|rules|texts|queries|steps|job|handlers|test)\.ts|(^|\/)[A-Z]\w*\.tsx|(^|\/)use[A-Z]\w*\.ts|\.css|(^|\/)README\.md)$/;
/** Returns the files of areas that have no role in their name. */
const filesWithoutRole = () =>
  readdirSync(join('src', 'areas'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !ROLE.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));

const TEST = /\.test\.tsx?$/;
const areaOf = (path) => /^src\/areas\/([^/]+)\//.exec(path)?.[1];
/** Returns the areas that each area needs, type imports included; tests do not count. */
function areasNeeded(modules) {
  const needed = new Map();
  for (const { source, dependencies } of modules) {
    const area = areaOf(source);
    if (area === undefined || TEST.test(source)) continue;
    const others = needed.get(area) ?? new Set();
    needed.set(area, others);
    for (const { resolved } of dependencies) {
      const other = areaOf(resolved);
      if (other !== undefined && other !== area) others.add(other);
    }
  }
  return needed;
}

/** Returns the areas in a cycle: each of them is reachable from itself. */
function areasInCircles(needed) {
  const reached = (area, seen = new Set()) => {
    for (const other of needed.get(area) ?? []) {
      if (seen.has(other)) continue;
      seen.add(other);
      reached(other, seen);
    }
    return seen;
  };
  return [...needed.keys()].filter((area) => reached(area).has(area));
}

/**
 * Checks the drawing of the areas in ARCHITECTURE.md, which has one line per level, the highest first: areas, two blanks,
 * their purpose. Returns its errors.
 */
function wrongInDrawing(needed) {
  const [, drawing = ''] =
    /## The areas\n[\s\S]*?```\n([^`]*)```/.exec(readFileSync('ARCHITECTURE.md', 'utf8')) ?? [];
  const floors = new Map();
  for (const [floor, line] of drawing.split('\n').entries())
    for (const area of line.split(/ {2,}/)[0].split(/,\s*/).filter(Boolean)) floors.set(area, floor);
  const said = [];
  if (floors.size === 0) said.push('ARCHITECTURE.md draws no areas');
  for (const [area, floor] of floors) {
    if (!needed.has(area)) said.push(`ARCHITECTURE.md draws ${area}, which is no area`);
    for (const other of needed.get(area) ?? [])
      if (floors.get(other) <= floor)
        said.push(`ARCHITECTURE.md must draw ${other} below ${area}, which needs it`);
  }
  return said;
}

/** Planted files with imports, each with the rule that it must break; their folder is removed afterwards. */
const PLANTED = {
  'a.contract.ts': ["import '../../server/http/errors.ts';", 'contracts-are-pure'],
  'a.rules.ts': ["import './a.queries.ts';", 'rules-are-pure'],
  'a.texts.ts': ["import './a.queries.ts';", 'texts-are-pure'],
  'a.queries.ts': [
    "import { a } from './a.steps.ts';\nexport const b = a;",
    'queries-ask-the-database-alone',
  ],
  'a.steps.ts': ["import './a.handlers.ts';\nexport const a = 1;", 'steps-know-no-caller'],
  'a.job.ts': ['export const start = 1;'],
  'a.handlers.ts': [
    "import type { holidayHandlers } from '../holidays/holidays.handlers.ts';\nimport './a.job.ts';",
    'handlers-are-private',
    'jobs-are-started-by-the-list',
  ],
  'A.tsx': [
    "import type { Db } from '../../server/process/context.ts';\nexport const a = <b />;",
    'web-never-reaches-the-server',
  ],
  'useA.ts': ["import './a.handlers.ts';", 'web-never-reaches-the-server'],
  'b.queries.ts': ["import './A.tsx';", 'server-never-reaches-the-web'],
  'c.queries.ts': ["import '../../app/areas.ts';", 'nothing-leans-on-the-root'],
  // The planted files one.ts and two.ts have no role in their names either.
  'one.ts': ["import { two } from './two.ts';\nexport const one = () => two;", 'no-cycles'],
  'two.ts': ["import { one } from './one.ts';\nexport const two = () => one;"],
  'there.rules.ts': [`import type { B } from '../planted-b-${process.pid}/b.contract.ts';`],
  'back.contract.ts': ['export type A = 1;'],
};
const planted = join('src', 'areas', `planted-a-${process.pid}`);
// A planted area that needs the other planted area for a type, and is needed by it: a cycle of areas without a cycle of
// files.
const plantedBack = join('src', 'areas', `planted-b-${process.pid}`);
const plantedKit = join('src', 'server', `planted-${process.pid}.ts`);

function plant() {
  mkdirSync(planted);
  for (const [file, [text]] of Object.entries(PLANTED)) writeFileSync(join(planted, file), `${text}\n`);
  mkdirSync(plantedBack);
  const back = `import type { A } from '../${basename(planted)}/back.contract.ts';\nexport type B = A;\n`;
  writeFileSync(join(plantedBack, 'b.contract.ts'), back);
  writeFileSync(plantedKit, "import '../areas/holidays/holidays.queries.ts';\n");
}
function uproot() {
  for (const path of [planted, plantedBack, plantedKit]) rmSync(path, { recursive: true, force: true });
}

const sources = readdirSync('src', { recursive: true }).filter((file) => /\.tsx?$/.test(String(file))).length;
const wrong = [];
const real = await problemsOf('src');
for (const { rule, from, to } of real.summary.violations) wrong.push(`${rule.name}: ${from} -> ${to}`);
for (const folder of crowdedFolders())
  wrong.push(`${folder} has more than ${MOST_FILES} files: give each topic a folder`);
for (const file of filesWithoutRole())
  wrong.push(`${file} does not say its role: CONTRIBUTING.md names them`);
const needed = areasNeeded(real.modules);
const circles = areasInCircles(needed);
if (circles.length > 0) wrong.push(`these areas need each other in a circle: ${circles.join(', ')}`);
wrong.push(...wrongInDrawing(needed));
const seen = real.modules.filter(({ source }) => /^src\/.*\.tsx?$/.test(source)).length;
if (seen < sources) wrong.push(`only ${seen} of ${sources} files were read`);

plant();
try {
  const { summary, modules } = await problemsOf('src');
  const caught = (file, name) =>
    summary.violations.some(({ from, rule }) => from === file && rule.name === name);
  for (const [file, [, ...names]] of Object.entries(PLANTED)) {
    for (const name of names.filter((each) => !caught(join(planted, file), each)))
      wrong.push(`${name} does not catch what is planted in ${file}`);
  }
  if (!crowdedFolders().includes(planted)) wrong.push('the planted folder of too many files is not caught');
  if (!filesWithoutRole().includes(join(planted, 'one.ts')))
    wrong.push('a planted file without a role is not caught');
  const inCircles = areasInCircles(areasNeeded(modules));
  if (![planted, plantedBack].every((folder) => inCircles.includes(basename(folder))))
    wrong.push('the planted circle of areas is not caught');
  if (!caught(plantedKit, 'kit-knows-no-area'))
    wrong.push('kit-knows-no-area does not catch what is planted');
} finally {
  uproot();
}

if (wrong.length > 0) {
  console.error(wrong.join('\n'));
  process.exitCode = 1;
} else
  console.log(
    `Boundaries: ${seen} files, ${forbidden.length} rules, ${needed.size} areas, no circle, nothing wrong.`,
  );
