"use client";

import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { Allowed } from "../../roles/allowed";
import { ViewOnly } from "../../roles/view-only";
import { ReadFailed } from "../../shared/read-failed";
import { BooksFrame } from "../books-frame";
import { useBooksSettings } from "../worth-queries";
import { AccountsForm } from "./accounts-form";
import { NamedAccounts } from "./named-accounts";
import { useAccountMapping } from "./queries";

/** What the accounting program calls each account of the journal. */
export function AccountsPage() {
  return (
    <BooksFrame operation="getAccountMapping" title="Accounts">
      <Accounts />
    </BooksFrame>
  );
}

function Accounts() {
  const mapping = useAccountMapping();
  const settings = useBooksSettings();
  return (
    <Card
      title="Names in your accounting program"
      description="Files for DATEV and QuickBooks Desktop call accounts as you say here. Bank statements for Xero and QuickBooks Online name no accounts."
    >
      {mapping.error && !mapping.data && <ReadFailed error={mapping.error} onRetry={mapping.refetch} />}
      {settings.error && !settings.data && <ReadFailed error={settings.error} onRetry={settings.refetch} />}
      {(!mapping.data || !settings.data) && !mapping.error && !settings.error && (
        <Skeleton className="h-96 rounded-md" />
      )}
      {mapping.data && settings.data && (
        <Allowed
          to="putAccountMapping"
          otherwise={
            <div className="grid gap-4">
              <ViewOnly unless="putAccountMapping" />
              <NamedAccounts names={mapping.data.accounts} />
            </div>
          }
        >
          <AccountsForm stored={mapping.data.accounts} datev={settings.data.datev} />
        </Allowed>
      )}
    </Card>
  );
}
