import { embeddedTemplate } from './database.ts';

/** Once before all tests, out of the time that any of them has. */
export async function setup(): Promise<void> {
  if (process.env.TEST_ON !== 'postgres') await embeddedTemplate();
}
