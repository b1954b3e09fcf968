-- What is new in an index of texts waits in a list, 4 MB by default, that each search reads through: after a few thousand bookings
-- that was a quarter of a search. Of a shorter list a booking costs no more (207 and 213 a second).
alter index customers_text set (gin_pending_list_limit = 256);
alter index customers_phone_text set (gin_pending_list_limit = 256);
alter index gift_certificate_list_text set (gin_pending_list_limit = 256);
alter index gift_certificate_list_serial_text set (gin_pending_list_limit = 256);
alter index tee_time_list_text set (gin_pending_list_limit = 256);
