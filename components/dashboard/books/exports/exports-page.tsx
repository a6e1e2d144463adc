"use client";

import { Skeleton } from "@/components/ui/skeleton";
import { Allowed } from "../../roles/allowed";
import { BooksFrame } from "../books-frame";
import { useBooksZone } from "../use-books-zone";
import { ExportHistory } from "./export-history";
import { NewExport } from "./new-export";

/** Files for accounting programs: a new one, and those of before. */
export function ExportsPage() {
  const timeZone = useBooksZone();
  return (
    <BooksFrame operation="listExports" title="Exports">
      <div className="grid grid-cols-1 gap-6">
        <Allowed to="exportBooks">
          {timeZone === null ? (
            <Skeleton className="h-40 rounded-lg" />
          ) : (
            <NewExport key={timeZone} timeZone={timeZone} />
          )}
        </Allowed>
        <ExportHistory />
      </div>
    </BooksFrame>
  );
}
