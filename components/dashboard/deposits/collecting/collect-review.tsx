"use client";

import { about } from "@/components/pay/money/about";
import { Address } from "@/components/ui/address";
import { Alert } from "@/components/ui/alert";
import { Amount } from "@/components/ui/amount";
import { CodeBlock } from "@/components/ui/code-block";
import type { NetworkId } from "@/server/chains/networks";
import type { Wallet } from "@/wallet/wallet";
import { useNames } from "../../networks";
import { useMerchant } from "../../session/merchant";
import type { CollectPlan } from "./collect-flow";
import { countOf, LEFT_OUT_WORDS } from "./collect-words";
import { collectedByPayee } from "./payees";

/** What the transaction does, as it was compared in this browser, and what it costs. */
export function CollectReview({
  network,
  plan,
  wallet,
}: {
  network: NetworkId;
  plan: CollectPlan;
  wallet: Wallet | null;
}) {
  const names = useNames();
  const { address: own } = useMerchant();
  const { compared, prepared } = plan;
  const payees = collectedByPayee(prepared);
  const isOwn = (payee: string) => payee.toLowerCase() === own.toLowerCase();
  const { estimatedNetworkFee, networkFeeCurrency, estimatedNetworkFeeUsd } = prepared.metadata;
  return (
    <div className="grid gap-5 text-sm">
      <ul className="divide-y divide-dashed divide-line rounded-md bg-sunken px-4">
        {payees.map(({ payee, currency, amount, payeeAmount, deposits }) => (
          <li key={`${payee} ${currency}`} className="py-3">
            <div className="flex flex-wrap justify-between gap-x-4">
              <span className="text-muted">{countOf(deposits)}</span>
              <span className="font-medium">
                <Amount value={payeeAmount} unit={currency} />
                {payeeAmount !== amount && (
                  <span className="block text-right text-xs font-normal text-muted">
                    of <Amount value={amount} unit={currency} />, fees are paid with it
                  </span>
                )}
              </span>
            </div>
            <div className="mt-1">
              <Address value={payee} form="full" copy="payee's address" />
            </div>
            <p className="mt-0.5 text-xs text-muted">
              {isOwn(payee)
                ? "The wallet you are signed in with"
                : "Another wallet than the one you are signed in with"}
            </p>
          </li>
        ))}
      </ul>
      <dl className="divide-y divide-dashed divide-line">
        <Line name="Gas, about">
          {estimatedNetworkFee === null ? (
            "not known"
          ) : (
            <>
              <Amount value={about(estimatedNetworkFee)} unit={networkFeeCurrency} />
              {estimatedNetworkFeeUsd !== null && (
                <span className="text-muted">
                  {" "}
                  · <Amount value={about(estimatedNetworkFeeUsd)} unit="USD" />
                </span>
              )}
            </>
          )}
        </Line>
        <Line name="Network">{names.network(network)}</Line>
        {wallet && (
          <Line name="Sent by">
            {wallet.name} <Address value={wallet.address} />
          </Line>
        )}
      </dl>
      {prepared.leftOut.length > 0 && (
        <Alert tone="warning" title={`${countOf(prepared.leftOut.length)} left out`}>
          <ul className="list-disc pl-4">
            {prepared.leftOut.map(({ address, reason }) => (
              <li key={address}>
                <Address value={address} />: {LEFT_OUT_WORDS[reason]}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      <Alert tone="positive">
        Checked in your browser: the transaction calls the known contract of this network, and each of these
        addresses can pay nobody but its payee and fee receivers.
      </Alert>
      <details>
        <summary className="cursor-pointer text-accent">The transaction itself</summary>
        <div className="mt-3">
          <CodeBlock
            text={JSON.stringify(prepared.transactions, null, 2)}
            label="Transaction that collects"
            language="json"
          />
        </div>
        <p className="mt-2 text-muted">
          {countOf(compared.deposits.length)} in one call. Any wallet, or a Safe, may send it another way.
        </p>
      </details>
    </div>
  );
}

function Line({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 py-2.5">
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 text-right wrap-anywhere">{children}</dd>
    </div>
  );
}
