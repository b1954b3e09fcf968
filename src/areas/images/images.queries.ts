import type { Db } from '../../server/process/context.ts';
import { listColumn } from '../../server/lists/list-columns.ts';
import { exactNumberFilter, valueSort } from '../../server/lists/list-filters.ts';
import { defineList } from '../../server/lists/lists.ts';
import type { Image, images } from './images.contract.ts';

const URL_OF = `case when i.name is not null then '/images/' || i.name end`;

export const imageList = defineList<typeof images.index>({
  table: 'images',
  as: 'i',
  joins: { k: 'join courses k on k.id = i.course_id' },
  columns: {
    id: listColumn.shown('i.id'),
    course_name: listColumn.text('k.course_name'),
    course_id: { select: 'i.course_id', filter: exactNumberFilter('i.course_id') },
    url: listColumn.shown(URL_OF),
    alt: listColumn.shown('i.alt'),
    is_main: listColumn.shown('i.is_main'),
    created_at: { select: 'i.created_at', sort: valueSort('i.created_at') },
    updated_at: listColumn.shown('i.updated_at'),
  },
  defaultSort: [['course_name', false]],
});

export const findImage = (db: Db, id: number) =>
  imageList.find<Image>(db, id, 'This image', { image_url: URL_OF });
