import type { CallHandlers } from '../../server/http/serve.ts';
import type { maintenances } from './maintenances.contract.ts';
import {
  deleteMaintenance,
  findMaintenance,
  insertMaintenance,
  maintenanceList,
  updateMaintenance,
} from './maintenances.queries.ts';

export const maintenanceHandlers: CallHandlers<typeof maintenances> = {
  index: ({ db, query }) => maintenanceList.page(db, query),
  count: ({ db, query }) => maintenanceList.count(db, query),
  show: ({ db, params }) => findMaintenance(db, params.id),
  create: ({ db, app, body, staff }) => insertMaintenance(db, body.maintenance, { app, staff }),
  update: ({ db, app, body, staff }) => updateMaintenance(db, body.id, body.maintenance, { app, staff }),
  remove: ({ db, app, params }) => deleteMaintenance(db, app, params.id),
};
