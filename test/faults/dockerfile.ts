// Executes the steps of a Dockerfile without a container engine, with a folder as each stage's file system. Supports only
// the instructions that RIC's Dockerfile uses.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { basename, isAbsolute, join, relative } from 'node:path';

export type ImageStage = {
  /** The folder that represents the root of the stage's file system. */
  root: string;
  workdir: string;
  env: Record<string, string>;
  command: string[];
};

type Build = {
  /** The project's folder, from which COPY takes files. */
  context: string;
  isIgnored: (path: string) => boolean;
  /** A temporary folder for the stages. */
  scratch: string;
  /** Replaces a RUN command by another action; returns false to run the command unchanged. */
  runInstead: (command: string, folder: string) => boolean;
};

type Step = (stage: ImageStage, rest: string, all: { stages: Map<string, ImageStage>; build: Build }) => void;

const nothing: Step = () => undefined;
const STEPS: Record<string, Step> = {
  WORKDIR: (stage, path) => mkdirSync(pathInStage(stage, (stage.workdir = path)), { recursive: true }),
  ENV: (stage, pairs) => Object.assign(stage.env, Object.fromEntries(pairs.split(' ').map(pairOf))),
  CMD: (stage, words) => (stage.command = JSON.parse(words) as string[]),
  COPY: (stage, words, all) => copy(words.split(/\s+/), { stage, ...all }),
  RUN: (stage, command, { build }) => run(command, stage, build),
  EXPOSE: nothing,
  HEALTHCHECK: nothing,
  STOPSIGNAL: nothing,
  USER: nothing,
  VOLUME: nothing,
};

/** Builds the last stage of a Dockerfile. Throws at the first step that fails or is unknown here. */
export function buildImage(dockerfile: string, build: Build): ImageStage {
  const stages = new Map<string, ImageStage>();
  let stage: ImageStage | undefined;
  for (const line of instructionsOf(dockerfile)) {
    const [, name = '', rest = ''] = /^([A-Z]+)\s+(.*)$/s.exec(line) ?? [];
    const step = STEPS[name];
    if (name === 'FROM') {
      const [, alias = String(stages.size)] = / AS (\S+)$/i.exec(rest) ?? [];
      stage = { root: join(build.scratch, alias), workdir: '/', env: {}, command: [] };
      mkdirSync(stage.root);
      stages.set(alias, stage);
    } else if (stage && step) step(stage, rest, { stages, build });
    else throw new Error(`${name} is not known here, or stands before FROM.`);
  }
  if (!stage) throw new Error('There is no FROM.');
  return stage;
}

const instructionsOf = (dockerfile: string) =>
  dockerfile
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => line.trim() !== '');

const pairOf = (text: string) => [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)];

/** Returns the path on this machine of a path inside the stage. */
export const pathInStage = ({ root, workdir }: ImageStage, path: string) =>
  join(root, isAbsolute(path) ? path : join(workdir, path));

type Copying = { stage: ImageStage; stages: Map<string, ImageStage>; build: Build };

function copy(words: string[], { stage, stages, build }: Copying) {
  const options = words.filter((word) => word.startsWith('--'));
  const paths = words.filter((word) => !word.startsWith('--'));
  const from = options.find((option) => option.startsWith('--from='))?.slice('--from='.length);
  const other = from === undefined ? undefined : stages.get(from);
  if (from !== undefined && !other) throw new Error(`There is no stage ${from}.`);
  const target = paths.pop() ?? '';
  for (const path of paths) {
    const source = other ? pathInStage(other, path) : join(build.context, path);
    // As in Docker, COPY copies the contents of a folder, or a file by its name into a target that ends in a slash.
    const to = pathInStage(
      stage,
      target.endsWith('/') && !isFolder(source) ? join(target, basename(path)) : target,
    );
    if (other) copyByHardLinks(source, to);
    else
      cpSync(source, to, {
        recursive: true,
        filter: (file) => !build.isIgnored(relative(build.context, file)),
      });
  }
}

const isFolder = (path: string) => existsSync(path) && statSync(path).isDirectory();

/** Copies a folder by hard links, which costs next to nothing. */
export function copyByHardLinks(source: string, to: string) {
  const { status, stderr } = spawnSync('cp', ['-alT', source, to], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}

function run(command: string, stage: ImageStage, { runInstead }: Build) {
  const folder = pathInStage(stage, '.');
  for (const part of command.split(' && ')) {
    if (runInstead(part, folder)) continue;
    // The image's absolute paths are moved into its folder, and chown is left out, because this machine lacks the image's
    // user.
    const here = part.startsWith('chown ') ? 'true' : part.replaceAll(/ \/(?=\w)/g, ` ${stage.root}/`);
    const { status, stdout, stderr } = spawnSync('sh', ['-c', here], {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...stage.env, npm_config_offline: 'true' },
    });
    if (status !== 0) throw new Error(`RUN ${part}: ${stdout}${stderr}`);
  }
}

/** Returns a function that checks if a .dockerignore excludes a path: a listed path excludes everything below it. */
export function dockerIgnoreTest(file: string): (path: string) => boolean {
  const patterns = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((pattern) => new RegExp(`^${pattern.split('**/').map(inRegExp).join('(?:.*/)?')}(?:/|$)`));
  return (path) => patterns.some((pattern) => pattern.test(path));
}

const inRegExp = (part: string) =>
  part.replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('*', '[^/]*');
