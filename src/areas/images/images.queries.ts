import type { Db } from '../../server/process/context.ts';
import { column } from '../../server/lists/list-columns.ts';
import { exactly, value } from '../../server/lists/list-filters.ts';
import { list } from '../../server/lists/lists.ts';
import type { Image, images } from './images.contract.ts';

const URL_OF = `case when i.name is not null then '/images/' || i.name end`;

export const imageList = list<typeof images.index>({
  table: 'images',
  as: 'i',
  joins: { k: 'join courses k on k.id = i.course_id' },
  columns: {
    id: column.shown('i.id'),
    course_name: column.text('k.course_name'),
    course_id: { select: 'i.course_id', filter: exactly('i.course_id') },
    url: column.shown(URL_OF),
    alt: column.shown('i.alt'),
    is_main: column.shown('i.is_main'),
    created_at: { select: 'i.created_at', sort: value('i.created_at') },
    updated_at: column.shown('i.updated_at'),
  },
  defaultSort: [['course_name', false]],
});

export const findImage = (db: Db, id: number) =>
  imageList.find<Image>(db, id, 'This image', { image_url: URL_OF });
