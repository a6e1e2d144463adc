import Link from "next/link";
import { Address } from "@/components/ui/address";
import { Amount } from "@/components/ui/amount";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { Time } from "@/components/ui/time";
import type { PaymentDetail } from "@/server/dashboard/detail-schema";
import { Line } from "../shared/fact";
import { payerHref } from "./payer-columns";
import { OFFRAMP_WORDS } from "./payer-words";

/** Where a payment to a bank account stands, what arrives there and what that costs; nothing for other payments. */
export function OfframpCard({ offramp }: { offramp: PaymentDetail["offramp"] }) {
  if (!offramp) return null;
  const { name, tone } = OFFRAMP_WORDS[offramp.subStatus];
  const { payer, destinationAmount, destinationCurrency, rate, isEstimate, fees, deposit } = offramp;
  return (
    <Card title="To the bank account" action={<Badge tone={tone}>{name}</Badge>}>
      <p className="text-sm leading-relaxed">{offramp.explanation}</p>
      <dl className="mt-4 border-t border-dashed border-line text-sm">
        {payer && (
          <Line name="Payer">
            <Link
              href={payerHref(payer.userId)}
              prefetch={false}
              className="text-accent underline underline-offset-4"
            >
              <bdi className="wrap-anywhere">{payer.clientUserId}</bdi>
            </Link>
          </Line>
        )}
        <Line name={isEstimate ? "Bank receives, about" : "Bank receives"}>
          {destinationAmount === null ? (
            `${destinationCurrency}, not known yet`
          ) : (
            <Amount value={destinationAmount} unit={destinationCurrency} />
          )}
        </Line>
        {rate !== null && (
          <Line name="Rate">
            1 {offramp.sourceCurrency} = {rate} {destinationCurrency}
          </Line>
        )}
        <Line name="Comes back to">
          <Address value={offramp.returnAddress} copy="return address" />
        </Line>
        {deposit && (
          <Line name={deposit.hasReference ? "Deposit" : "Deposit, without the reference"}>
            {deposit.amount === null ? (
              "amount not told"
            ) : (
              <Amount value={deposit.amount} unit={offramp.sourceCurrency} />
            )}
            , <Time value={deposit.seenAt} />
          </Line>
        )}
        {deposit?.from && (
          <Line name="Sent by">
            <Address value={deposit.from} copy="sender's address" />
          </Line>
        )}
        {deposit?.txHash && (
          <Line name="Transaction">
            <Address value={deposit.txHash} copy="transaction hash" />
          </Line>
        )}
        {fees.map((fee) => (
          <Line key={fee.type} name={`Fee: ${fee.type.replaceAll("_", " ")}`}>
            <Amount value={fee.amount} unit={fee.currency} />
          </Line>
        ))}
      </dl>
    </Card>
  );
}
