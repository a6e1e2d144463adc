"use client";

import Link from "next/link";
import { Address } from "@/components/ui/address";
import { Amount } from "@/components/ui/amount";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Skeleton } from "@/components/ui/skeleton";
import { Time } from "@/components/ui/time";
import type { DashboardPayer, DashboardPayerDetail as Detail } from "@/server/dashboard/payers/schema";
import { OFFRAMP_PROVIDER_FACTS } from "@/server/providers/offramp/names";
import { PageFrame } from "../frame/page-frame";
import { Allowed } from "../roles/allowed";
import { Line } from "../shared/fact";
import { RecordLoading, RecordNotLoaded } from "../shared/one-record";
import { paymentHref } from "../shared/payment-href";
import { ErasePayer } from "./erase-payer";
import { Checks } from "./payer-columns";
import { ACCOUNT_WORDS, OFFRAMP_WORDS } from "./payer-words";
import { useListedPayer, usePayer } from "./use-payers";

const BACK = { href: "/dashboard/payers", name: "Payers" };

/** One payer: how the checks stand, which bank accounts there are, and what went to them. */
export function PayerDetail({ userId }: { userId: string }) {
  const { data, error, refetch } = usePayer(userId);
  const listed = useListedPayer(userId);
  const payer = data?.payer ?? listed;
  return (
    <PageFrame operation="getDashboardPayer" title={payer?.clientUserId ?? "Payer"} back={BACK}>
      {data && (
        <div className="grid gap-6 xl:grid-cols-[3fr_2fr]">
          <div className="grid min-w-0 content-start gap-6">
            <FactsCard payer={data.payer} detail={data} />
            <PaymentsCard payments={data.payments} />
          </div>
          <div className="grid min-w-0 content-start gap-6">
            <AccountsCard accounts={data.bankAccounts} />
            <Allowed to="eraseDashboardPayer">
              <ErasePayer payer={data.payer} />
            </Allowed>
          </div>
        </div>
      )}
      {!data && error && (
        <RecordNotLoaded what="payer" list={BACK.name} error={error} onRetry={() => refetch()} />
      )}
      {!data && !error && payer && (
        <div className="grid gap-6 xl:grid-cols-[3fr_2fr]">
          <div className="grid min-w-0 content-start gap-6">
            <FactsCard payer={payer} detail={null} />
            <RecordLoading what="payments" />
          </div>
        </div>
      )}
      {!data && !error && !payer && <RecordLoading what="payer" />}
    </PageFrame>
  );
}

interface FactsCardProps {
  payer: DashboardPayer;
  /** Null while only the payer's row is known. */
  detail: Detail | null;
}

function FactsCard({ payer, detail }: FactsCardProps) {
  return (
    <Card title="Checks" action={<Checks payer={payer} />}>
      <p className="leading-relaxed">{payer.reason}</p>
      <dl className="mt-5 grid gap-x-8 border-t border-dashed border-line text-sm sm:grid-cols-2 xl:grid-cols-1">
        <Line name="Name">
          {detail ? <bdi className="wrap-anywhere">{detail.person.name}</bdi> : <Skeleton className="w-32" />}
        </Line>
        <Line name="E-mail">
          {detail ? (
            <span className="wrap-anywhere">{detail.person.email}</span>
          ) : (
            <Skeleton className="w-40" />
          )}
        </Line>
        {detail && (
          <Line name="Kind">{detail.person.beneficiaryType === "business" ? "Business" : "Person"}</Line>
        )}
        <Line name="Provider">{OFFRAMP_PROVIDER_FACTS[payer.provider].name}</Line>
        <Line name="User ID">
          <Address value={payer.userId} copy="user ID" />
        </Line>
        <Line name="Checks last moved">
          <Time value={payer.changedAt} form="absolute" />
        </Line>
        <Line name="Last used">
          <Time value={payer.lastUsedAt} form="absolute" />
        </Line>
        {detail?.kycUrl && <PageLine name="Identity check" url={detail.kycUrl} />}
        {detail?.agreementUrl && <PageLine name="Agreement" url={detail.agreementUrl} />}
      </dl>
    </Card>
  );
}

/** A page of the provider for the payer, which the platform hands on. */
function PageLine({ name, url }: { name: string; url: string }) {
  return (
    <Line name={name}>
      <a
        href={url}
        target="_blank"
        rel="noreferrer"
        className="text-accent underline underline-offset-4 wrap-anywhere"
      >
        The payer's page<span className="sr-only"> of the {name.toLowerCase()}, in a new tab</span>
      </a>
    </Line>
  );
}

function AccountsCard({ accounts }: { accounts: Detail["bankAccounts"] }) {
  return (
    <Card title="Bank accounts">
      {accounts.length === 0 && (
        <EmptyState title="No bank account yet">
          Your platform adds one once the identity check is approved.
        </EmptyState>
      )}
      <ul className="divide-y divide-dashed divide-line">
        {accounts.map((account) => {
          const { name, tone } = ACCOUNT_WORDS[account.status];
          return (
            <li key={account.id} className="grid gap-1 py-3.5 text-sm first:pt-0 last:pb-0">
              <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
                <bdi className="font-medium wrap-anywhere">{account.bankName}</bdi>
                <Badge tone={tone}>{name}</Badge>
              </div>
              <p className="text-muted">
                <span className="font-mono">{account.accountNumber ?? "No number"}</span>
                {account.routingNumber !== null && (
                  <span className="font-mono"> · {account.routingNumber}</span>
                )}
                {` · ${account.currency} · ${account.country} · ${account.rails}`}
              </p>
              <p className="text-muted">
                <bdi className="wrap-anywhere">{account.accountName}</bdi>
              </p>
              {account.rejectionMessage !== null && (
                <p className="text-danger wrap-anywhere">{account.rejectionMessage}</p>
              )}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

function PaymentsCard({ payments }: { payments: Detail["payments"] }) {
  return (
    <Card title="Payments" description="The newest 50, whatever became of them">
      {payments.length === 0 && (
        <EmptyState title="No payments yet">A payment is listed once its deposit address is open.</EmptyState>
      )}
      <ul className="divide-y divide-dashed divide-line">
        {payments.map((payment) => {
          const { name, tone } = OFFRAMP_WORDS[payment.subStatus];
          return (
            <li key={payment.requestId} className="py-3.5 text-sm first:pt-0 last:pb-0">
              <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
                <Link
                  href={paymentHref("incoming", payment.requestId)}
                  prefetch={false}
                  className="font-medium hover:text-accent"
                >
                  <Amount value={payment.amount} unit={payment.currency} />
                  {payment.destinationAmount !== null && (
                    <span className="text-muted">
                      {" "}
                      → <Amount value={payment.destinationAmount} unit={payment.destinationCurrency} />
                    </span>
                  )}
                </Link>
                <Badge tone={tone}>{name}</Badge>
              </div>
              <p className="mt-1 text-muted">
                <Time value={payment.changedAt} form="absolute" />
              </p>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
