import type { Page } from '@playwright/test';
import { dayAhead } from './actions.ts';

export const SPAN = `start_date=${dayAhead(-60)}&end_date=${dayAhead(-1)}`;

export const run = (page: Page) => page.getByRole('button', { name: 'Run Report' });
export const frame = (page: Page) => page.locator('.report-frame');
