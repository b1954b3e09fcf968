// npm run backup and similar commands: makes RIC ready, then runs the built command that the first argument names, with the
// following arguments.
import './require-node.cjs';
import { installAndBuild } from './ready.mjs';

const [name] = process.argv.splice(2, 1);
await installAndBuild();
await import(`../dist/server/${name}.js`);
