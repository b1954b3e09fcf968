import { defineConfig, devices } from '@playwright/test';

/** Set by `npm test` (scripts/test-browser.mjs). */
const executablePath = process.env.CHROMIUM_PATH ?? '';

const WALK = '**/every-screen.spec.ts';

export default defineConfig({
  testDir: 'test/journeys',
  globalSetup: './test/journeys/server.ts',
  // Journeys book and change the same demonstration company, so they run one after the other. `npm test` runs two
  // groups of them in parallel, each with its own company (scripts/test.mjs).
  workers: 1,
  projects: [
    { name: 'journeys a to k', testMatch: /\/[a-k][^/]*\.spec\.ts$/, testIgnore: WALK },
    { name: 'journeys l to z', testMatch: /\/[l-z][^/]*\.spec\.ts$/ },
    { name: 'every screen, wide', testMatch: WALK, grep: /1440 wide/ },
    { name: 'every screen, narrow', testMatch: WALK, grep: /390 wide/ },
  ],
  // Limits that no passing journey reaches, however busy the machine is.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: 'line',
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
