"use client";

import { useState } from "react";
import { Lock } from "@/components/icons/icons";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import type { ApiKeyRecord } from "@/server/platforms/api-keys/schema";
import { ListTable } from "../lists/list-table";
import { useApiKeys } from "../queries";
import { apiKeyColumns } from "./columns";
import { DeleteApiKey } from "./delete-api-key";
import { NewApiKey } from "./new-api-key";

/** Secrets of the merchant's own servers. Only enough of them is shown to tell them apart. */
export function ApiKeysCard() {
  const keys = useApiKeys();
  const [doomed, setDoomed] = useState<ApiKeyRecord | null>(null);
  return (
    <Card
      title="API keys"
      description="For your servers. A key can do everything your account can: never put one into a website."
      action={<NewApiKey />}
    >
      <ListTable
        label="API keys"
        columns={apiKeyColumns(setDoomed)}
        rows={keys.data}
        rowId={({ id }) => id}
        reading={keys}
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
