-- A rate's range may end with its day: 24:00, which no round begins at.
alter table rate_date_ranges drop constraint rate_date_ranges_time_end_check;
alter table rate_date_ranges add constraint rate_date_ranges_time_end_check
  check (time_end = '' or time_end = '24:00' or time_end ~ '^([01]\d|2[0-3]):[0-5]\d$');
