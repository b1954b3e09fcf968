import type { Handlers } from '../../server/http/serve.ts';
import type { maintenances } from './maintenances.contract.ts';
import {
  deleteMaintenance,
  findMaintenance,
  insertMaintenance,
  maintenanceList,
  updateMaintenance,
} from './maintenances.queries.ts';

export const maintenanceHandlers: Handlers<typeof maintenances> = {
  index: ({ db, query }) => maintenanceList.page(db, query),
  count: ({ db, query }) => maintenanceList.count(db, query),
  show: ({ db, params }) => findMaintenance(db, params.id),
  create: ({ db, desk, body, staff }) => insertMaintenance(db, body.maintenance, { desk, staff }),
  update: ({ db, desk, body, staff }) => updateMaintenance(db, body.id, body.maintenance, { desk, staff }),
  remove: ({ db, desk, params }) => deleteMaintenance(db, desk, params.id),
};
