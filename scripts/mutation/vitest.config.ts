import { defineConfig } from 'vitest/config';

/** The tests of the rules alone: no database, no server, and the same random values each time. */
export default defineConfig({
  test: {
    include: ['src/**/*.rules.test.ts', 'src/**/*.properties.test.ts', 'src/contract/*.test.ts'],
    setupFiles: ['scripts/mutation/steady.ts'],
    environment: 'node',
  },
});
