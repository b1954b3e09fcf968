-- A letter that waits is withdrawn where it is not true any more, such as the receipt of a tee time that was canceled.
alter table outbox drop constraint outbox_state_check;
alter table outbox add constraint outbox_state_check check (state in ('waiting', 'sent', 'failed', 'withdrawn'));
