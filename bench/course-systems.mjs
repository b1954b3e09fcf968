// The stand-in of the course systems in a process of its own, without a limit; it tells its parent where it listens.
import { join } from 'node:path';
import { insides } from './insides.mjs';

const { startBuiltInCourseSystem } = await insides();
const standIn = await startBuiltInCourseSystem({ file: join(process.env.DATA_DIR, 'course-systems.jsonl') });
process.send(standIn.url);
process.on('SIGTERM', () => void standIn.close().then(() => process.exit(0)));
