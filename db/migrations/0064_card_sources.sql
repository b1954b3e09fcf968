-- A waiting customer's card may be replaced by one that is given in another way, which decides if it is a telephone order; null where
-- the card came with the lead.
alter table lost_leads add column card_source text
  check (card_source in ('public', 'partner', 'phone'));
