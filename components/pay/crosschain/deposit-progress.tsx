import type { ReactNode } from "react";
import { formatMoment } from "@/components/i18n/format-moment";
import type { Translator } from "@/components/i18n/translator";
import { DepositHash, moneyOf } from "@/components/pay/crosschain/deposit-hash";
import { Notice } from "@/components/pay/parts/notice";
import { hasPrivateRecipient, TransactionLine } from "@/components/pay/parts/transfers";
import { shorten } from "@/components/ui/grouped";
import type { PageDeposit } from "@/server/secure-payments/page/crosschain-schema";
import type { PageFacts } from "@/server/secure-payments/page/page-schema";

type LegState = "done" | "now" | "next";

interface DepositProgressProps {
  t: Translator;
  facts: PageFacts;
  deposit: PageDeposit;
  /** Whether the payment is in the chain of the recipient, and confirmed there. */
  isPaid?: boolean;
}

/** Both legs of a payment from another network: where its money is, and what happens if nobody delivers it. */
export function DepositProgress({ t, facts, deposit, isPaid = false }: DepositProgressProps) {
  const { state, from, deadline, refundTo } = deposit;
  const network = facts.network.name;
  const isFilled = state === "filled" || state === "filled_call_failed";
  const said = {
    source: from.name,
    network,
    amount: moneyOf(t, deposit),
    address: shorten(refundTo),
    date: formatMoment(deadline, t.locale, "UTC"),
  };
  return (
    <>
      <Legs
        t={t}
        legs={[
          { text: t("pay.bridge.left", said), state: "done" },
          {
            text: t(isFilled ? "pay.bridge.arrived" : "pay.bridge.arriving", said),
            state: isFilled ? "done" : "now",
          },
          {
            text: t(isPaid ? "pay.bridge.paid" : "pay.bridge.paying"),
            state: isPaid ? "done" : isFilled ? "now" : "next",
          },
        ]}
      />
      {state === "bridging" && (
        <>
          <p className="mt-3 text-sm leading-relaxed">{t("pay.bridge.usual")}</p>
          <p className="mt-2 text-sm leading-relaxed text-muted">{t("pay.bridge.otherwise", said)}</p>
        </>
      )}
      {state === "expired" && (
        <div className="mt-4">
          <Notice tone="warning">{t("pay.bridge.expired", said)}</Notice>
        </div>
      )}
      {isFilled && !isPaid && (
        <p className="mt-3 text-sm leading-relaxed">
          {t(state === "filled" ? "pay.bridge.filled" : "pay.bridge.callFailed")}
        </p>
      )}
      <div className="mt-4 border-y border-dashed border-line py-2.5">
        <DepositHash t={t} deposit={deposit} isPrivate={hasPrivateRecipient(facts)} />
        {isFilled && deposit.fillTxHash !== null && !isShown(facts, deposit.fillTxHash) && (
          <TransactionLine t={t} hash={deposit.fillTxHash} facts={facts} />
        )}
      </div>
    </>
  );
}

interface DepositsProgressProps {
  t: Translator;
  facts: PageFacts;
  /** The oldest first, at least one. */
  deposits: readonly PageDeposit[];
}

/** The same of several, which pay different recipients: where each is, and its transaction. */
export function DepositsProgress({ t, facts, deposits }: DepositsProgressProps) {
  const [only, ...others] = deposits;
  if (!only) return null;
  if (others.length === 0) return <DepositProgress t={t} facts={facts} deposit={only} />;
  return (
    <ul className="mt-4 space-y-4">
      {deposits.map((deposit) => (
        <li key={deposit.depositId + deposit.from.id} className="rounded-md border border-line px-4 py-3">
          <p className="text-sm font-medium">
            {t("pay.payment", { number: deposit.item + 1 })}: {moneyOf(t, deposit)}
          </p>
          <DepositProgress t={t} facts={facts} deposit={deposit} isPaid={isPaidBy(facts, deposit)} />
        </li>
      ))}
    </ul>
  );
}

function isPaidBy({ transfers }: PageFacts, { fillTxHash }: PageDeposit): boolean {
  return transfers.some(({ txHash, isConfirmed }) => txHash === fillTxHash && isConfirmed);
}

/** The same before the service has seen anything of it. */
export function DepositSent({ t, source, network }: { t: Translator; source: string; network: string }) {
  const said = { source, network };
  return (
    <Legs
      t={t}
      legs={[
        { text: t("pay.bridge.leaves", said), state: "now" },
        { text: t("pay.bridge.arriving", said), state: "next" },
        { text: t("pay.bridge.paying"), state: "next" },
      ]}
    />
  );
}

function Legs({ t, legs }: { t: Translator; legs: readonly { text: string; state: LegState }[] }) {
  return (
    <ol aria-label={t("pay.bridge.legs")} className="mt-4">
      {legs.map(({ text, state }, index) => (
        <li
          key={text}
          aria-current={state === "now" ? "step" : undefined}
          className={`relative flex gap-3 pb-4 text-sm last:pb-0 ${state === "next" ? "text-muted" : ""} ${state === "now" ? "font-medium" : ""}`}
        >
          {index < legs.length - 1 && (
            <span
              aria-hidden="true"
              className={`absolute start-[0.4375rem] top-4 h-full border-s-2 ${state === "done" ? "border-accent" : "border-line"}`}
            />
          )}
          <Dot state={state} />
          <span className="min-w-0">{text}</span>
        </li>
      ))}
    </ol>
  );
}

const DOTS: Record<LegState, string> = {
  done: "border-accent bg-accent",
  now: "border-accent bg-card",
  next: "border-line bg-card",
};

function Dot({ state }: { state: LegState }): ReactNode {
  return (
    <span
      aria-hidden="true"
      className={`relative z-10 mt-0.5 size-4 shrink-0 rounded-full border-2 ${DOTS[state]}`}
    />
  );
}

function isShown({ transfers }: PageFacts, hash: string): boolean {
  return transfers.some(({ txHash }) => txHash === hash);
}
