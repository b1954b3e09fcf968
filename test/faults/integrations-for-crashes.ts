// Runs the simulators of the payment gateway and the course systems in a separate process, which outlives every killed
// server, keeps its records in a folder, and ends with its parent. Started by killable-app.ts.
import { join } from 'node:path';
import { startBuiltInCourseSystem } from '../../src/integrations/course/simulator/built-in-course-system.ts';
import { startBuiltInGateway } from '../../src/integrations/payment/built-in-gateway.ts';

const [folder = '', appearLateMs = '', answerLateMs = ''] = process.argv.slice(2);
const gateway = await startBuiltInGateway({
  file: join(folder, 'gateway.jsonl'),
  delays: { appearLateMs: Number(appearLateMs) },
});
const courses = await startBuiltInCourseSystem({
  file: join(folder, 'course-systems.jsonl'),
  answerLateMs: Number(answerLateMs),
});
process.stdout.write(`${JSON.stringify({ GATEWAY_URL: gateway.url, COURSE_SYSTEM_URL: courses.url })}\n`);
process.stdin.on('end', () => process.exit(0)).resume();
