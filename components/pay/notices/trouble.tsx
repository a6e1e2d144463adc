import { formatMoney } from "@/components/i18n/format-amount";
import { useT } from "@/components/i18n/provider";
import type { Trouble } from "@/components/pay/flow/flow-state";
import { Notice } from "@/components/pay/parts/notice";

/** Nothing is wrong: the payer goes on as before. */
const MILD = new Set<string>(["rejected", "wallet_changed", "network_changed", "no_batch"]);

/** What went wrong last, in the step from which the payer goes on. */
export function TroubleNotice({ trouble }: { trouble: Trouble | null }) {
  const t = useT();
  if (!trouble) return null;
  if (trouble.code === "quote_renewed" || trouble.code === "price_renewed") return <Renewed {...trouble} />;
  const code = trouble.code === "wallet" ? trouble.reason : trouble.code;
  const isMild = MILD.has(code);
  return (
    <div className="mt-4">
      <Notice tone={isMild ? "warning" : "danger"} isAlert={!isMild}>
        {t(`pay.trouble.${code}`)}
        {"hash" in trouble && <span className="mt-1 block font-mono text-xs break-all">{trouble.hash}</span>}
      </Notice>
    </div>
  );
}

/** Nothing went wrong, and the amount is another one: both are said, and read aloud. */
function Renewed({ code, before, after, symbol }: Trouble & { code: "quote_renewed" | "price_renewed" }) {
  const t = useT();
  const amount = (text: string) => formatMoney(text, symbol, t.locale);
  return (
    <div className="mt-4">
      <Notice tone="warning" isAlert>
        {t(`pay.trouble.${code}`, { before: amount(before), after: amount(after) })}
      </Notice>
    </div>
  );
}
