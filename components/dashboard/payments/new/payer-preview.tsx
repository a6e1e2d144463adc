"use client";

import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import type { UseFormReturn } from "react-hook-form";
import { Skeleton } from "@/components/ui/skeleton";
import type { Branding } from "@/server/branding/schema";
import type { DestinationRecord } from "@/server/payee-destinations/schema";
import { useAccount } from "../../account/queries";
import { Themed } from "../../payer-preview/themed";
import { useMerchant } from "../../session/merchant";
import type { RequestValues } from "./request-values";

/** The payer's page comes after the form, which can be filled in without it. */
const PreviewPage = lazy(() => import("./preview-page"));

interface PayerPreviewProps {
  form: UseFormReturn<RequestValues>;
  destination: DestinationRecord;
}

/** The payer's own page in the merchant's colours, with what is being typed. */
export function PayerPreview({ form, destination }: PayerPreviewProps) {
  const { api } = useMerchant();
  const { data: account } = useAccount();
  const { data: branding } = useQuery({
    queryKey: ["branding", ""],
    queryFn: ({ signal }) => api<Branding | null>("GET", "/v1/branding", { signal }),
  });
  const waiting = <Skeleton className="h-96 rounded-lg" />;
  return (
    <section aria-label="Preview of the payment page" className="grid grid-cols-1 gap-3">
      <h2 className="text-sm font-medium">What your customer sees</h2>
      <Themed branding={branding ?? {}} scheme="light">
        <Suspense fallback={waiting}>
          {account && branding !== undefined ? (
            <PreviewPage
              values={form.watch()}
              destination={destination}
              branding={branding}
              account={account}
            />
          ) : (
            waiting
          )}
        </Suspense>
      </Themed>
    </section>
  );
}
