-- Admins are told of saved views whose names have one fold, as of the other unique names before.
insert into notices (kind, message)
select 'name', format('Saved views of %s that people can write alike: %s. Rename all but one.', o.name,
  string_agg(format('“%s” (%s)', v.name, v.id), ', ' order by v.id))
from saved_views v join staff_users o on o.id = v.owner_id
group by v.owner_id, o.name, v.list, fold(v.name) having count(*) > 1;
