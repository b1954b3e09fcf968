-- Whose turn it is says what they do with it: a customer who waits is called before somebody books for them.
alter table turns add column doing text not null default 'booking' check (doing in ('booking', 'calling'));
