import type { Translator } from "@/components/i18n/translator";
import { DepositHash, moneyOf } from "@/components/pay/crosschain/deposit-hash";
import { Notice } from "@/components/pay/parts/notice";
import { hasPrivateRecipient } from "@/components/pay/parts/transfers";
import { shorten } from "@/components/ui/grouped";
import type { PageDeposit } from "@/server/secure-payments/page/crosschain-schema";
import type { PageFacts } from "@/server/secure-payments/page/page-schema";

/** The newest payment from another network that was not delivered, and where its money is. Nothing where none was. */
export function DepositsEnded({ t, facts }: { t: Translator; facts: PageFacts | null }) {
  const deposit = facts?.deposits.findLast(isEnded);
  if (!facts || !deposit) return null;
  const { state, from, depositId, refundTo } = deposit;
  const said = {
    source: from.name,
    amount: moneyOf(t, deposit),
    address: shorten(refundTo),
  };
  return (
    <div className="mt-5">
      <Notice tone={state === "refunded" ? "info" : "warning"}>
        <p>{t(`pay.bridge.${state}`, said)}</p>
        {state === "failed" && (
          <p className="mt-1">
            {t("pay.bridge.number")}: <span className="font-mono">{depositId}</span>
          </p>
        )}
        <div className="mt-2">
          <DepositHash
            t={t}
            deposit={deposit}
            isPrivate={hasPrivateRecipient(facts)}
            isRefund={state === "refunded"}
          />
        </div>
      </Notice>
    </div>
  );
}

function isEnded(
  deposit: PageDeposit,
): deposit is PageDeposit & { state: "refunding" | "refunded" | "failed" } {
  return deposit.state === "refunding" || deposit.state === "refunded" || deposit.state === "failed";
}
