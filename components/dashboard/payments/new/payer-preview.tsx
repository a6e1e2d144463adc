"use client";

import { useQuery } from "@tanstack/react-query";
import type { CSSProperties } from "react";
import { PageHeader } from "@/components/pay/theme/page-header";
import { themeOf } from "@/components/pay/theme/theme";
import { shorten } from "@/components/ui/address";
import { Amount } from "@/components/ui/amount";
import type { Branding } from "@/server/branding/schema";
import type { DestinationRecord } from "@/server/payee-destinations/schema";
import { useNames } from "../../networks";
import { useMerchant } from "../../session/merchant";

interface PayerPreviewProps {
  destination: DestinationRecord;
  amount: string;
  /** A code such as EUR; empty for the token of the destination. */
  invoiceCurrency: string;
  reference: string;
  isHidden: boolean;
  isMasked: boolean;
}

/** What the payer will read, in the merchant's colours, while it is typed. */
export function PayerPreview(props: PayerPreviewProps) {
  const { destination, amount, invoiceCurrency, reference, isHidden, isMasked } = props;
  const { api } = useMerchant();
  const names = useNames();
  const { data: branding } = useQuery({
    queryKey: ["branding"],
    queryFn: ({ signal }) => api<Branding | null>("GET", "/v1/branding", { signal }),
  });
  const theme = branding ? themeOf(branding)?.light : null;
  const token = names.token(destination.chainId, destination.tokenAddress);
  return (
    <section aria-label="Preview of the payment page" className="grid gap-3">
      <h2 className="text-sm font-medium">What your customer sees</h2>
      <div
        style={theme ? variables(theme) : undefined}
        className="rounded-lg border border-line bg-page px-4 py-6 text-ink"
      >
        <div className="mx-auto max-w-sm">
          <PageHeader branding={branding ?? null} />
          <div className="mt-5 rounded-lg border border-line bg-card p-5 shadow-xs">
            <p className="text-sm text-muted">Pay</p>
            {isHidden ? (
              <p className="mt-2 text-sm leading-relaxed">Connect your wallet to see this payment.</p>
            ) : (
              <>
                <p className="font-serif text-3xl wrap-anywhere">
                  <Amount
                    value={/^\d+(\.\d+)?$/.test(amount) ? amount : "0"}
                    unit={invoiceCurrency || token}
                  />
                </p>
                {invoiceCurrency !== "" && <p className="mt-2 text-sm">Paid in {token}.</p>}
                <dl className="mt-5 divide-y divide-dashed divide-line border-t border-dashed border-line text-sm">
                  <Line name="Network">{names.chain(destination.chainId)}</Line>
                  {reference !== "" && (
                    <Line name="Reference">
                      <bdi className="wrap-anywhere">{reference}</bdi>
                    </Line>
                  )}
                  <Line name="To">
                    <span className="font-mono text-xs">
                      {isMasked ? "kept private" : shorten(destination.walletAddress)}
                    </span>
                  </Line>
                </dl>
              </>
            )}
            <p className="mt-5 rounded-md bg-accent px-4 py-2.5 text-center text-sm font-medium text-accent-ink">
              Connect wallet
            </p>
          </div>
        </div>
      </div>
    </section>
  );
}

function variables(theme: Readonly<Record<string, string>>): CSSProperties {
  return Object.fromEntries(Object.entries(theme).map(([name, value]) => [`--${name}`, value]));
}

function Line({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="flex justify-between gap-4 py-2">
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 text-right">{children}</dd>
    </div>
  );
}
