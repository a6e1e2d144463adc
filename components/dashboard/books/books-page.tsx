"use client";

import { BooksCurrency } from "./books-currency";
import { BooksFrame } from "./books-frame";
import { CloseNext } from "./closing/close-next";
import { MonthsCard } from "./months-card";
import { usePeriods } from "./queries";
import { UnvaluedCard } from "./unvalued-card";
import { useBooksSettings, useUnvalued } from "./worth-queries";

/** The months of the account's books: which are closed, what is to be done for the next one, and in which currency they are. */
export function BooksPage() {
  const periods = usePeriods();
  const settings = useBooksSettings();
  const unvalued = useUnvalued();
  return (
    <BooksFrame
      operation="listPeriods"
      title="Books"
      action={periods.data && <CloseNext periods={periods.data.periods} />}
    >
      <div className="grid gap-6">
        <UnvaluedCard unvalued={unvalued} />
        <MonthsCard periods={periods} hasDatev={settings.data?.datev != null} />
        {settings.data && <BooksCurrency settings={settings.data} />}
      </div>
    </BooksFrame>
  );
}
