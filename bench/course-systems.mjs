// Runs the simulator of course systems in a separate process, without a rate limit; sends the simulator's address to the
// parent process.
import { join } from 'node:path';
import { insides } from './insides.mjs';

const { startBuiltInCourseSystem } = await insides();
const simulator = await startBuiltInCourseSystem({
  file: join(process.env.DATA_DIR, 'course-systems.jsonl'),
});
process.send(simulator.url);
process.on('SIGTERM', () => void simulator.close().then(() => process.exit(0)));
