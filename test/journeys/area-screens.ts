import type { Page } from '@playwright/test';
import type { Area } from './area.ts';
import { AREAS } from './areas.ts';
import type { CheckedScreen } from './opened-screens.ts';

const edit = (page: Page) => page.getByRole('button', { name: 'Edit', exact: true }).click();
/** The screens of a catalog area to check: its list, one of its records read-only and being edited, and a new record. */
const area = ({ noun, list, shown }: Area): CheckedScreen[] =>
  shown
    ? [
        { name: `${noun}s`, path: list },
        { name: noun, path: shown.record },
        { name: `${noun} being edited`, path: shown.record, prepare: edit },
        { name: `new ${noun}`, path: shown.blank },
      ]
    : [];

export const AREA_SCREENS: CheckedScreen[] = AREAS.flatMap(area);
