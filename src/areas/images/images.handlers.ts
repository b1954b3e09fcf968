import type { CallHandlers } from '../../server/http/serve.ts';
import type { images } from './images.contract.ts';
import { findImage, imageList } from './images.queries.ts';
import { deleteImage, insertImage, updateImage } from './images.steps.ts';
import { findMainImage } from './main/main.queries.ts';

export const imageHandlers: CallHandlers<typeof images> = {
  index: ({ db, query }) => imageList.page(db, query),
  count: ({ db, query }) => imageList.count(db, query),
  show: ({ db, params }) => findImage(db, params.id),
  create: ({ body, ...making }) => insertImage(body.image, making),
  update: ({ db, body, staff }) => updateImage(db, body.id, body.image, staff),
  main: ({ db, params }) => findMainImage(db, params.id),
  remove: ({ app, params, staff }) => deleteImage(app, params.id, staff),
};
