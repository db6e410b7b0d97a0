-- Networks are kept as keyed hashes: those in the clear are of earlier versions.
delete from opening_arrivals;
