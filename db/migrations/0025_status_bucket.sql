-- The index is as it was; no process asks for it by its name, so earlier releases run on beside.
ALTER INDEX "requests_shelf" RENAME TO "requests_status_bucket";
