-- The list also shows rates that are disabled or archived: with thousands of them each course's are found by their index.
drop index rates_course;
create index rates_course on rates (course_id);
