"use client";

import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/code-block";
import { Tabs } from "@/components/ui/tabs";
import { useDashboardConfig } from "../config";
import { useClientIds, useDestination } from "../queries";
import { useMerchant } from "../session/merchant";
import { samplesFor } from "./samples";

/** First calls with the account's own IDs in them. */
export function SamplesCard() {
  const { apiUrl, networks } = useDashboardConfig();
  const { address } = useMerchant();
  const { data: destination } = useDestination();
  const { data: clientIds } = useClientIds();
  const client =
    clientIds?.find(({ status, allowedDomains }) => status === "active" && allowedDomains.length > 0) ??
    clientIds?.find(({ status }) => status === "active");
  const network = networks.find(({ chainId }) => chainId === destination?.chainId);
  const token = network?.tokens.find(
    (one) => one.address?.toLowerCase() === destination?.tokenAddress.toLowerCase(),
  );
  const samples = samplesFor({
    apiUrl,
    clientId: client?.clientId ?? "cli_…",
    origin: client?.allowedDomains[0] ?? null,
    currencyId: token?.id ?? "USDC-base",
    payee: destination?.walletAddress ?? address,
  });
  return (
    <Card
      title="Code samples"
      description="With your own client ID, currency and wallet"
      action={
        <ButtonLink href="/docs" size="sm">
          API reference
        </ButtonLink>
      }
    >
      <Tabs
        label="Samples"
        tabs={samples.map(({ value, name, language, code }) => ({
          value,
          label: name,
          content: <CodeBlock text={code} label={`sample: ${name}`} language={language} />,
        }))}
      />
    </Card>
  );
}
