"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSettled } from "@/components/ui/use-settled";
import type { Branding } from "@/server/branding/schema";
import type { Account } from "@/server/dashboard/account/account-schema";
import type { FeePlan } from "@/server/fees/plan-schema";
import type { DestinationRecord } from "@/server/payee-destinations/schema";
import { useDashboardConfig } from "../../config";
import { PayerPage } from "../../payer-preview/payer-page";
import { useMay } from "../../roles/role";
import { useMerchant } from "../../session/merchant";
import { previewState, tokenOf } from "./preview-state";
import type { RequestValues } from "./request-values";

interface PreviewPageProps {
  values: RequestValues;
  destination: DestinationRecord;
  branding: Branding | null;
  account: Account;
}

/** The payer's page of the request that is being typed. */
export default function PreviewPage({ values, destination, branding, account }: PreviewPageProps) {
  const { isLocal, linkLifetimeMs } = useDashboardConfig();
  const [expiresAt] = useState(() => new Date(Date.now() + linkLifetimeMs).toISOString());
  const token = tokenOf(destination);
  const isInToken = values.invoiceCurrency === "" && token?.isStablecoin === true;
  const plan = usePlan(isInToken ? token.id : null, values.amount.trim());
  if (!token) return null;
  const page = previewState({ values, destination, token, branding, account, plan, expiresAt, isLocal });
  return <PayerPage branding={branding} page={page} />;
}

/** What goes on top of an amount; null until it is typed, for what is no amount, and where nothing ever does. */
function usePlan(currency: string | null, typed: string): FeePlan | null {
  const { api, isLive } = useMerchant();
  const may = useMay();
  const { hasFees } = useDashboardConfig();
  const amount = useSettled(typed);
  const { data } = useQuery({
    queryKey: ["fee-preview", currency, amount],
    queryFn: ({ signal }) =>
      api<FeePlan>("POST", "/v2/secure-payments/fees/preview", {
        body: { amount, currency, flow: "get_paid" },
        signal,
      }),
    // A picture asks nobody to sign in again.
    enabled:
      may("previewSecurePaymentFees") &&
      hasFees &&
      isLive &&
      currency !== null &&
      /^\d+(\.\d+)?$/.test(amount) &&
      /[1-9]/.test(amount),
    retry: false,
  });
  return amount === typed ? (data ?? null) : null;
}
