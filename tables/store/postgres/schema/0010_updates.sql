-- Each move changes when its table was changed and when it falls due.  As long as an index has one of those, all
-- indexes of the row note where its new version is; without, none does, if that fits on the same page.  Open tables
-- are found by their phase, and sorted.
DROP INDEX tables_by_change;
DROP INDEX tables_by_due;
ALTER TABLE tables SET (fillfactor = 70);
ALTER TABLE screens SET (fillfactor = 70);
