"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Card } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import type { Branding } from "@/server/branding/schema";
import { useClientIds } from "../queries";
import { Allowed } from "../roles/allowed";
import { useMerchant } from "../session/merchant";
import { ReadFailed } from "../shared/read-failed";
import { BrandingEditor } from "./branding-editor";
import { BrandingFacts } from "./branding-facts";

/** How the merchant's payment page looks, for the whole account or one client ID. */
export function BrandingCard() {
  const { api } = useMerchant();
  const { data: clientIds = [] } = useClientIds();
  const [clientId, setClientId] = useState("");
  const path = `/v1/branding${clientId && `?clientId=${encodeURIComponent(clientId)}`}` as const;
  const { data, error, refetch } = useQuery({
    queryKey: ["branding", clientId],
    queryFn: ({ signal }) => api<Branding | null>("GET", path, { signal }),
  });
  return (
    <Card
      title="What payers see"
      description="Five colours make a light and a dark payment page. Where a colour could not be read, its lightness gives way."
    >
      <div className="grid grid-cols-1 gap-6">
        <Field label="Applies to" className="max-w-sm">
          {(control) => (
            <Select
              {...control}
              value={clientId}
              onChange={({ target }) => setClientId(target.value)}
              options={[
                { value: "", label: "All links of the account" },
                ...clientIds
                  .filter(({ status }) => status !== "revoked")
                  .map((client) => ({ value: client.clientId, label: `Links of ${client.label}` })),
              ]}
            />
          )}
        </Field>
        {error && data === undefined && <ReadFailed error={error} onRetry={refetch} />}
        {data === undefined && !error && <Skeleton className="h-64 rounded-md" />}
        {data !== undefined && (
          <Allowed to="putBranding" otherwise={<BrandingFacts branding={data} unless="putBranding" />}>
            <BrandingEditor
              key={clientId}
              stored={data}
              onSave={(body) => api<Branding>("PUT", path, { body })}
              onRemove={() => api("DELETE", path)}
              removal="deleteBranding"
            />
          </Allowed>
        )}
      </div>
    </Card>
  );
}
