import type { Translator } from "@/components/i18n/translator";
import { MulticallDetails } from "@/components/pay/multicall/multicall-details";
import { multicallSums } from "@/components/pay/multicall/rows";
import { Amounts } from "@/components/pay/parts/amounts";
import type { PageStateOf } from "@/server/secure-payments/page/page-schema";

type Blocked = PageStateOf<"bundle_blocked">;

/** A multicall of which nothing can be paid here: why, and each payment with what can be done about it. */
export function BlockedMulticall({ t, page }: { t: Translator; page: Blocked }) {
  const { bundle, facts } = page;
  return (
    <section aria-labelledby="pay-amount">
      <p className="text-xs font-semibold tracking-widest text-muted uppercase">{t("pay.asked")}</p>
      <h1 id="pay-amount" className="mt-2 font-serif text-4xl leading-tight font-semibold">
        <Amounts t={t} sums={multicallSums(bundle, "all")} />
      </h1>
      <p className="mt-1 flex flex-wrap gap-x-3 text-muted">
        <span>{facts ? t("pay.on", { network: facts.network.name }) : t("pay.bundle.networks")}</span>
        <span>{t("pay.recipients", { count: bundle.rows.length })}</span>
      </p>
      <h2 className="mt-6 border-t border-dashed border-line pt-6 font-serif text-xl font-semibold">
        {t("pay.bundle_blocked.title")}
      </h2>
      <p className="mt-3 text-sm leading-relaxed">{t(multicallBlockedKey(page))}</p>
      <MulticallDetails bundle={bundle} />
    </section>
  );
}

/** Several networks are no fault of anybody; everything else says why in its row. */
export function multicallBlockedKey({ bundle }: Blocked) {
  return bundle.isOneNetwork
    ? ("pay.bundle_blocked.left" as const)
    : ("pay.bundle_blocked.networks" as const);
}
