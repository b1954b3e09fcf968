import { defineConfig } from 'vitest/config';

/** Runs only the tests of the rules: no database, no server, and the same random values each time. */
export default defineConfig({
  test: {
    include: ['src/**/*.rules.test.ts', 'src/**/*.properties.test.ts', 'src/contract/*.test.ts'],
    setupFiles: ['scripts/mutation/steady.ts'],
    environment: 'node',
  },
});
