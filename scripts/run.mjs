// npm run backup and similar: makes RIC ready, then runs the built command named first, with the following arguments.
import './require-node.cjs';
import { makeReady } from './ready.mjs';

const [name] = process.argv.splice(2, 1);
await makeReady();
await import(`../dist/server/${name}.js`);
