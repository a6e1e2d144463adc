"use client";

import { useState } from "react";
import { Lock } from "@/components/icons/icons";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import type { ApiKeyIssued, ApiKeyRecord } from "@/server/platforms/api-keys/schema";
import { ChangeBounds } from "../keys/change-bounds";
import { RotateKey } from "../keys/rotate-key";
import { ListTable } from "../lists/list-table";
import { useApiKeys } from "../queries";
import { useMerchant } from "../session/merchant";
import { apiKeyColumns, type KeyTask } from "./columns";
import { DeleteApiKey } from "./delete-api-key";
import { NewApiKey } from "./new-api-key";

/** Secrets of the merchant's own servers. Only enough of them is shown to tell them apart. */
export function ApiKeysCard() {
  const keys = useApiKeys();
  const [opened, setOpened] = useState<{ task: KeyTask; apiKey: ApiKeyRecord } | null>(null);
  return (
    <Card
      title="API keys"
      description="For your servers. Give each what it needs and no more, and never put a key into a website."
      action={<NewApiKey />}
    >
      <ListTable
        label="API keys"
        columns={apiKeyColumns((task, apiKey) => setOpened({ task, apiKey }))}
        rows={keys.data}
        rowId={({ id }) => id}
        reading={keys}
        empty={
          <EmptyState icon={<Lock />} title="No API key yet">
            A server that calls the API needs one.
          </EmptyState>
        }
      />
      {opened && <OpenTask {...opened} onClose={() => setOpened(null)} />}
    </Card>
  );
}

function OpenTask({ task, apiKey, onClose }: { task: KeyTask; apiKey: ApiKeyRecord; onClose: () => void }) {
  const { api } = useMerchant();
  if (task === "delete") return <DeleteApiKey apiKey={apiKey} onClose={onClose} />;
  if (task === "bounds") return <ChangeBounds apiKey={apiKey} onClose={onClose} />;
  return (
    <RotateKey
      label={apiKey.label}
      what="API key"
      undo="deletes"
      rotate={async (body) =>
        (await api<ApiKeyIssued>("POST", `/v1/api-keys/${apiKey.id}/rotate`, { body })).value
      }
      onClose={onClose}
    />
  );
}
