// npm run backup and the like: makes RIC ready, then runs the built command that is named first, with the words behind it.
import './require-node.cjs';
import { makeReady } from './ready.mjs';

const [name] = process.argv.splice(2, 1);
await makeReady();
await import(`../dist/server/${name}.js`);
