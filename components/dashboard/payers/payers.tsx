"use client";

import { useState } from "react";
import { Landmark } from "@/components/icons/icons";
import { Card } from "@/components/ui/card";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { Pagination } from "@/components/ui/pagination";
import { messageOf } from "../api/api-failure";
import { PageFrame } from "../frame/page-frame";
import { Choice, SearchField } from "../lists/list-fields";
import { PAYER_COLUMNS, payerHref } from "./payer-columns";
import { type PayerFilters, usePayerPage, useReadPayerAhead } from "./use-payers";

const COMPLIANCE = [
  { value: "", label: "Any" },
  { value: "true", label: "Checked and agreed" },
  { value: "false", label: "Something is open" },
];

/** Everybody who is checked for payments to bank accounts. */
export function Payers() {
  const [filters, setFilters] = useState<PayerFilters>({ q: "", isCompliant: "" });
  const page = usePayerPage(filters);
  const readAhead = useReadPayerAhead();
  const isNarrowed = filters.q !== "" || filters.isCompliant !== "";
  return (
    <PageFrame title="Payers">
      <Card
        title="Payers to bank accounts"
        description="The provider checks who they are and to which accounts they pay. Nothing here says who they are."
      >
        <search className="mb-5 grid gap-3 sm:grid-cols-[3fr_1fr]">
          <SearchField
            hint="Your name for the payer, or its user ID"
            text={filters.q}
            onChange={(q) => setFilters((now) => ({ ...now, q }))}
            className=""
          />
          <Choice
            label="Checks"
            value={filters.isCompliant}
            options={COMPLIANCE}
            onChange={(value) =>
              setFilters((now) => ({
                ...now,
                isCompliant: value === "true" || value === "false" ? value : "",
              }))
            }
          />
        </search>
        <DataTable
          label="Payers"
          columns={PAYER_COLUMNS}
          rows={page.data?.payers}
          rowId={({ userId }) => userId}
          rowHref={({ userId }) => payerHref(userId)}
          onRowNear={readAhead}
          isRefreshing={page.isPlaceholderData}
          error={page.error ? { message: messageOf(page.error), onRetry: () => page.refetch() } : null}
          empty={
            isNarrowed ? (
              <EmptyState title="Nobody fits these filters">Clear some of them to see more.</EmptyState>
            ) : (
              <EmptyState icon={<Landmark />} title="No payers yet">
                Your platform registers a payer with POST /v2/payer. From then on the checks and the bank
                accounts are shown here.
              </EmptyState>
            )
          }
        />
        <Pagination
          what="payers"
          hasPrevious={page.hasPrevious}
          hasNext={page.hasNext}
          onPrevious={page.goBack}
          onNext={page.goOn}
          position={page.hasPrevious || page.hasNext ? `Page ${page.number}` : undefined}
          isPending={page.isPlaceholderData}
        />
      </Card>
    </PageFrame>
  );
}
