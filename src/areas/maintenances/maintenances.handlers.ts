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
  create: ({ db, body, staff }) => insertMaintenance(db, body.maintenance, staff),
  update: ({ db, body, staff }) => updateMaintenance(db, body.id, body.maintenance, staff),
  remove: ({ db, params }) => deleteMaintenance(db, params.id),
};
