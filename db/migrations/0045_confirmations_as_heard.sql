-- A confirmation is found by its beginning in whatever case and grouping it is typed, as serials are: callers leave its dashes out.
create index tee_time_list_confirmation_start on tee_time_list ((translate(lower(confirmation), '- ', '') collate "C"));
