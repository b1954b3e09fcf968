// Checks which way the code leans (.dependency-cruiser.cjs) and that an area of many files has folders by topic; and that the
// check itself works: a checker that can not read the files reports success over nothing, so it must see most of them, and
// must catch what is planted to be wrong.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(import.meta.url);
// dependency-cruiser does not tell its parser which files hold JSX.
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
/** Folders of areas with more files than a reader keeps in mind, tests and styles not counted. */
function crowdedFolders() {
  const counts = new Map();
  for (const entry of readdirSync(join('src', 'areas'), { recursive: true, withFileTypes: true })) {
    if (!/(?<!\.test)\.tsx?$/.test(entry.name)) continue;
    counts.set(entry.parentPath, (counts.get(entry.parentPath) ?? 0) + 1);
  }
  return [...counts].filter(([, files]) => files > MOST_FILES).map(([folder]) => folder);
}

/** Wrong imports, and the rule that each must break; they stand in a folder that is removed again. */
const PLANTED = {
  'a.contract.ts': ["import '../../server/http/errors.ts';", 'contracts-are-pure'],
  'a.rules.ts': ["import './a.queries.ts';", 'rules-are-pure'],
  'a.queries.ts': ["import '../../server/process/context.ts';", null],
  'a.handlers.ts': [
    "import type { holidayHandlers } from '../holidays/holidays.handlers.ts';",
    'handlers-are-private',
  ],
  'A.tsx': [
    "import type { Db } from '../../server/process/context.ts';\nexport const a = <b />;",
    'web-never-reaches-the-server',
  ],
  'useA.ts': ["import './a.handlers.ts';", 'web-never-reaches-the-server'],
  'b.queries.ts': ["import './A.tsx';", 'server-never-reaches-the-web'],
  'c.queries.ts': ["import '../../app/areas.ts';", 'nothing-leans-on-the-root'],
  'one.ts': ["import { two } from './two.ts';\nexport const one = () => two;", 'no-cycles'],
  'two.ts': ["import { one } from './one.ts';\nexport const two = () => one;", null],
  // With these the folder has one file too many.
  'three.ts': ['export const three = 3;', null],
};
const planted = join('src', 'areas', `planted-${process.pid}`);
const plantedKit = join('src', 'server', `planted-${process.pid}.ts`);

function plant() {
  mkdirSync(planted);
  for (const [file, [text]] of Object.entries(PLANTED)) writeFileSync(join(planted, file), `${text}\n`);
  writeFileSync(plantedKit, "import '../areas/holidays/holidays.queries.ts';\n");
}
function uproot() {
  rmSync(planted, { recursive: true, force: true });
  rmSync(plantedKit, { force: true });
}

const sources = readdirSync('src', { recursive: true }).filter((file) => /\.tsx?$/.test(String(file))).length;
const wrong = [];
const real = await problemsOf('src');
for (const { rule, from, to } of real.summary.violations) wrong.push(`${rule.name}: ${from} -> ${to}`);
for (const folder of crowdedFolders())
  wrong.push(`${folder} has more than ${MOST_FILES} files: give each topic a folder`);
const seen = real.modules.filter(({ source }) => /^src\/.*\.tsx?$/.test(source)).length;
if (seen < sources) wrong.push(`only ${seen} of ${sources} files were read`);

plant();
try {
  const { summary } = await problemsOf('src');
  const caught = (file, name) =>
    summary.violations.some(({ from, rule }) => from === file && rule.name === name);
  for (const [file, [, name]] of Object.entries(PLANTED)) {
    if (name && !caught(join(planted, file), name))
      wrong.push(`${name} does not catch what is planted in ${file}`);
  }
  if (!crowdedFolders().includes(planted)) wrong.push('the planted folder of too many files is not caught');
  if (!caught(plantedKit, 'kit-knows-no-area'))
    wrong.push('kit-knows-no-area does not catch what is planted');
} finally {
  uproot();
}

if (wrong.length > 0) {
  console.error(wrong.join('\n'));
  process.exitCode = 1;
} else console.log(`Boundaries: ${seen} files, ${forbidden.length} rules, nothing wrong.`);
