-- By what a row of customers duplicates a record or an earlier row: people who share a phone may be two.
alter table import_rows add column double_by text check (double_by in ('email', 'phone')),
  add check (double_by is null or num_nonnulls(double_of, double_of_line) = 1);
