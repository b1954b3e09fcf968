import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'db/**/*.test.ts', 'test/**/*.test.{ts,tsx}'],
    environment: 'node',
    globalSetup: ['test/support/global-setup.ts'],
    // Test files share their process, and with it one embedded database that is emptied between them.
    pool: 'forks',
    isolate: false,
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // Limits that no passing test reaches, however busy the machine is: a test waits for events, never for a fixed
    // time.
    testTimeout: 40_000,
    expect: { poll: { timeout: 30_000, interval: 20 } },
    hookTimeout: 120_000,
    // Transformed modules are cached on disk: a single file spends half of its time on them.
    experimental: { fsModuleCache: true, fsModuleCachePath: '.cache/vitest' },
  },
});
