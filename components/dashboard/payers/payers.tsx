"use client";

import { useState } from "react";
import { Landmark } from "@/components/icons/icons";
import { EmptyState } from "@/components/ui/empty-state";
import { PageFrame } from "../frame/page-frame";
import { Choice, SearchField } from "../lists/list-fields";
import { ListPage } from "../lists/list-page";
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
  return (
    <PageFrame operation="listDashboardPayers" title="Payers">
      <ListPage
        title="Payers to bank accounts"
        description="The provider checks who they are and to which accounts they pay. Nothing here says who they are."
        what="Payers"
        filters={
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
        }
        page={page}
        table={{
          columns: PAYER_COLUMNS,
          rows: page.data?.payers,
          rowId: ({ userId }) => userId,
          rowHref: ({ userId }) => payerHref(userId),
          onRowNear: readAhead,
        }}
        isNarrowed={filters.q !== "" || filters.isCompliant !== ""}
        empty={
          <EmptyState icon={<Landmark />} title="No payers yet">
            Your platform registers a payer with POST /v2/payer. From then on the checks and the bank accounts
            are shown here.
          </EmptyState>
        }
      />
    </PageFrame>
  );
}
