"use client";

import { PageFrame } from "../frame/page-frame";
import { EndMonth } from "./end-month";
import { MonthsCard } from "./months-card";
import { usePeriods } from "./queries";

/** The months of the account's books: which are closed, and what is to be done for the next one. */
export function BooksPage() {
  const periods = usePeriods();
  return (
    <PageFrame
      operation="listPeriods"
      title="Books"
      action={periods.data && <EndMonth periods={periods.data.periods} />}
    >
      <MonthsCard periods={periods} />
    </PageFrame>
  );
}
