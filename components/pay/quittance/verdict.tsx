"use client";

import { useEffect, useRef } from "react";
import { decimalOf, formatMoney } from "@/components/i18n/format-amount";
import { formatMoment } from "@/components/i18n/format-moment";
import { Moment } from "@/components/i18n/moment";
import { useT } from "@/components/i18n/provider";
import { Code } from "@/components/pay/parts/code";
import { Line } from "@/components/pay/parts/line";
import { checkDocument, type Expected, type Verdict } from "@/components/pay/quittance/check-document";
import { tokenById } from "@/server/currencies/tokens";
import type { Quittance } from "@/server/quittances/schema";

const PATIENCE_MS = 20_000;

/** Loads a quittance and draws what the check of it says. Throws where it cannot be loaded. */
export async function drawVerdict(url: string, expected: Expected) {
  const answer = await fetch(url, { credentials: "omit", signal: AbortSignal.timeout(PATIENCE_MS) });
  if (!answer.ok) throw new Error(`quittance: ${answer.status}`);
  const document: unknown = await answer.json().catch(() => null);
  // Pressed again, it is a new answer and is read out again.
  return <VerdictView key={Date.now()} verdict={await checkDocument(document, expected)} url={url} />;
}

/** Whether a quittance is genuine, and what it says or why it is refused. */
export function VerdictView({ verdict, url }: { verdict: Verdict; url: string }) {
  const t = useT();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const isGood = "quittance" in verdict;
  return (
    <section
      aria-labelledby="quittance-verdict"
      className={`rounded-md border px-4 py-3 text-start ${isGood ? "border-positive/30" : "border-danger/30"}`}
    >
      <h2
        id="quittance-verdict"
        ref={title}
        tabIndex={-1}
        className={`font-medium outline-offset-4 ${isGood ? "text-positive" : "text-danger"}`}
      >
        {t(isGood ? "quittance.verified" : "quittance.refused")}
      </h2>
      {isGood ? (
        <Genuine quittance={verdict.quittance} url={url} />
      ) : (
        <p className="mt-1 text-sm leading-relaxed">
          {t(`quittance.refused.${verdict.refusal}`)} {t("quittance.refusedNote")}
        </p>
      )}
    </section>
  );
}

function Genuine({ quittance: { message, signer }, url }: { quittance: Quittance; url: string }) {
  const t = useT();
  const token = tokenById(message.currency);
  const total = message.transfers.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  const hashes = [...new Set(message.transfers.map(({ transactionHash }) => transactionHash))];
  return (
    <>
      <p className="mt-1 text-sm leading-relaxed">{t("quittance.verifiedNote")}</p>
      <dl className="mt-1">
        <Line name={t("quittance.signedBy")}>
          <Code text={signer} what={t("quittance.signedBy")} />
        </Line>
        {token && (
          <Line name={t("quittance.amount")}>
            {formatMoney(decimalOf(total, token.decimals), token.symbol, t.locale)}
          </Line>
        )}
        <Line name={t("quittance.recipient")}>
          <Code text={message.payee} what={t("quittance.recipient")} />
        </Line>
        <Line name={t("quittance.paidAt")}>
          <Moment at={message.paidAt} inUtc={formatMoment(message.paidAt, t.locale, "UTC")} />
        </Line>
        {hashes.map((hash) => (
          <Line key={hash} name={t("quittance.transaction")}>
            <Code text={hash} what={t("quittance.transaction")} />
          </Line>
        ))}
      </dl>
      <a
        href={url}
        download={`quittance-${message.requestId.slice(0, 12)}.json`}
        className="inline-block py-1 text-sm text-accent underline underline-offset-4"
      >
        {t("quittance.download")}
      </a>
    </>
  );
}
