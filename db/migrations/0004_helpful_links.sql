-- The order of links is 1..n within a type, kept so by the program and held to it here.
update helpful_links l set "order" = n.place
  from (select id, row_number() over (partition by type order by "order", id) as place from helpful_links) n
  where n.id = l.id;
alter table helpful_links add constraint helpful_links_place unique (type, "order") deferrable initially deferred;
