import type { Handlers } from '../../server/http/serve.ts';
import type { images } from './images.contract.ts';
import { findImage, imageList } from './images.queries.ts';
import { deleteImage, insertImage } from './images.steps.ts';

export const imageHandlers: Handlers<typeof images> = {
  index: ({ db, query }) => imageList.page(db, query),
  count: ({ db, query }) => imageList.count(db, query),
  show: ({ db, params }) => findImage(db, params.id),
  create: ({ desk, body, staff }) => insertImage(desk, body.image, staff),
  remove: ({ desk, params, staff }) => deleteImage(desk, params.id, staff),
};
