import { sql } from 'kysely';
import { contains, exactly, list, text, value, where } from '../../server/lists.ts';
import type { HelpfulLink } from './helpful-links.contract.ts';

export const helpfulLinkList = list<HelpfulLink>({
  table: 'helpful_links',
  as: 'l',
  select: {
    id: 'l.id',
    url: 'l.url',
    description: 'l.description',
    type: 'l.type',
    order: 'l."order"',
    updated_at: 'l.updated_at',
  },
  filters: {
    url: contains('l.url'),
    description: contains('l.description'),
    // The three types are read without regard to case.
    type: where((typed) => sql<boolean>`lower(l.type) = lower(${typed})`),
    order: exactly('l."order"'),
  },
  sorts: {
    url: text('l.url'),
    description: text('l.description'),
    type: text('l.type'),
    order: value('l."order"'),
  },
  defaultSort: [['order', false]],
  perPage: 'all',
});
