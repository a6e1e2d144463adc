"use client";

import { useState } from "react";
import { Lock } from "@/components/icons/icons";
import { Card } from "@/components/ui/card";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import type { ApiKeyRecord } from "@/server/platforms/api-keys/schema";
import { messageOf } from "../api/api-failure";
import { useApiKeys } from "../queries";
import { apiKeyColumns } from "./columns";
import { DeleteApiKey } from "./delete-api-key";
import { NewApiKey } from "./new-api-key";

/** Secrets of the merchant's own servers. Only enough of them is shown to tell them apart. */
export function ApiKeysCard() {
  const { data, error, refetch } = useApiKeys();
  const [doomed, setDoomed] = useState<ApiKeyRecord | null>(null);
  return (
    <Card
      title="API keys"
      description="For your servers. A key can do everything your account can: never put one into a website."
      action={<NewApiKey />}
    >
      <DataTable
        label="API keys"
        columns={apiKeyColumns(setDoomed)}
        rows={data}
        rowId={({ id }) => id}
        error={error && { message: messageOf(error), onRetry: () => refetch() }}
        empty={
          <EmptyState icon={<Lock />} title="No API key yet">
            A server that calls the API needs one.
          </EmptyState>
        }
      />
      {doomed && <DeleteApiKey apiKey={doomed} onClose={() => setDoomed(null)} />}
    </Card>
  );
}
