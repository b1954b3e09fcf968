// npm run dev: runs the server from its sources on PORT, restarted when they change, and Vite's server before it.
import './require-node.cjs';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { projectFolder } from './freshness.mjs';
import { installWhatIsMissing } from './install.mjs';

process.chdir(projectFolder);
await installWhatIsMissing({ development: true });

const bin = (name) => join(projectFolder, 'node_modules', name);
const commands = [
  [bin('tsx/dist/cli.mjs'), 'watch', '--clear-screen=false', 'src/app/main.ts'],
  [bin('vite/bin/vite.js'), '--clearScreen', 'false'],
];
const children = commands.map((command) => spawn(process.execPath, command, { stdio: 'inherit' }));

let stopping = false;
function stop() {
  if (stopping) return;
  stopping = true;
  for (const child of children) child.kill('SIGTERM');
}
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
for (const child of children) {
  child.on('exit', (code) => {
    if (!stopping) process.exitCode = code ?? 1;
    stop();
  });
}
