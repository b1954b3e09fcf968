import type { Page } from '@playwright/test';
import { ricUrl, dayAhead } from './actions.ts';

export const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

/** A round at Torrey Pines North as another screen hands it over. */
export const link = (others: Record<string, string> = {}): string =>
  ricUrl(
    `/ibe?${new URLSearchParams({
      providedCourseId: '2',
      providedDateString: dayAhead(17),
      providedTimeString: '09:10',
      providedPlayers: '4',
      ...others,
    }).toString()}`,
  );
