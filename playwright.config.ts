import { defineConfig, devices } from '@playwright/test';

/** `npm test` sets it (scripts/test-browser.mjs). */
const executablePath = process.env.CHROMIUM_PATH ?? '';

const WALK = '**/every-screen.spec.ts';

export default defineConfig({
  testDir: 'test/journeys',
  globalSetup: './test/journeys/server.ts',
  // Journeys book and change a demonstration company, so a worker has one of its own (test/journeys/server.ts).
  workers: 2,
  // The longest go first.
  projects: [
    { name: 'every screen, wide', testMatch: WALK, grep: /1440 wide/ },
    { name: 'every screen, narrow', testMatch: WALK, grep: /390 wide/ },
    { name: 'journeys', testIgnore: WALK },
  ],
  // Limits that no passing journey meets, however busy the machine is.
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
