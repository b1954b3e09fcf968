import { defineConfig, devices } from '@playwright/test';

/** Found by scripts/test-browser.mjs; Debian's by default. */
const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

export default defineConfig({
  testDir: 'test/journeys',
  globalSetup: './test/journeys/server.ts',
  workers: 2,
  // Journeys book and change the same demonstration company, so one goes after the other; a walk only reads.
  projects: [
    { name: 'journeys', testIgnore: 'every-screen.spec.ts', workers: 1 },
    { name: 'every screen', testMatch: 'every-screen.spec.ts', fullyParallel: true },
  ],
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'line',
  outputDir: 'test-results',
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    launchOptions: {
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
    screenshot: 'only-on-failure',
  },
});
