import type { Page } from '@playwright/test';
import { inDays } from './actions.ts';

export const SPAN = `start_date=${inDays(-60)}&end_date=${inDays(-1)}`;

export const run = (page: Page) => page.getByRole('button', { name: 'Run Report' });
export const frame = (page: Page) => page.locator('.report-frame');
