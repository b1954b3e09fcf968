import type { history } from '../../contract/history/history.ts';
import type { CallHandlers } from '../../server/http/serve.ts';
import { findRecordedEvents, writePrivateNote } from './histories.queries.ts';
import { historyEntry } from './history-entry.texts.ts';

export const historyHandlers: CallHandlers<typeof history> = {
  show: async ({ db, app, staff, params, query }) => {
    const { written, has_more, known } = await findRecordedEvents(db, staff, { ...params, ...query });
    const { businessTimeZone } = app.settings;
    return { told: written.map((each) => historyEntry(each, known, businessTimeZone)), has_more };
  },
  note: async ({ db, staff, ...note }) => {
    await writePrivateNote(db, staff, note);
    return {};
  },
};
