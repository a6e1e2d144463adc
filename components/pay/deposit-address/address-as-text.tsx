import type { ReactNode } from "react";
import type { Translator } from "@/components/i18n/translator";
import { takesTransfer } from "@/components/pay/deposit-address/takes-transfer";
import { Notice } from "@/components/pay/parts/notice";
import { Grouped } from "@/components/ui/grouped";
import { NETWORKS } from "@/server/chains/networks";
import { tokenById } from "@/server/currencies/tokens";
import type { PageDepositOption } from "@/server/secure-payments/page/deposit-address-schema";
import type { PageState } from "@/server/secure-payments/page/page-schema";

interface AddressAsTextProps {
  t: Translator;
  page: PageState;
  /** What the payer asked for; undefined while they have not. */
  option: PageDepositOption | "unavailable" | undefined;
  /** The page with the address. */
  href: string;
}

/** A plain transfer for browsers without scripts: a way to ask for the address, and the address as text. */
export function AddressAsText({ t, page, option, href }: AddressAsTextProps) {
  if (!takesTransfer(page)) return null;
  return (
    <noscript>
      <div className="mt-4">
        {option === undefined ? (
          <a
            href={href}
            className="inline-block min-h-9 font-medium text-accent underline underline-offset-4"
          >
            {t("pay.exchange.open")}
          </a>
        ) : (
          <Told t={t} option={option} />
        )}
      </div>
    </noscript>
  );
}

function Told({ t, option }: { t: Translator; option: PageDepositOption | "unavailable" }) {
  if (option === "unavailable") return <p>{t("pay.exchange.failed")}</p>;
  if (option === null || "reason" in option) {
    return <p>{t(`pay.exchange.none.${option?.reason ?? "nothing"}`)}</p>;
  }
  const network = NETWORKS[option.network].name;
  const symbol = tokenById(option.token)?.symbol ?? "";
  return (
    <section className="rounded-md bg-sunken px-4 py-4 text-sm leading-relaxed">
      <h2 className="font-serif text-xl font-semibold">{t("pay.exchange.open")}</h2>
      <dl className="mt-3 space-y-3">
        <Line name={t("pay.network")} note={t("pay.exchange.onlyNetwork", { network })}>
          {network}
        </Line>
        <Line name={t("pay.exchange.amount")} note={t("pay.exchange.deducts", { symbol })}>
          <bdi dir="ltr">
            {option.amount} {symbol}
          </bdi>
        </Line>
        <Line name={t("pay.exchange.address")} note={t("pay.exchange.onlyToken", { symbol, network })}>
          <bdi dir="ltr" className="font-mono wrap-anywhere">
            <Grouped value={option.address} />
          </bdi>
        </Line>
      </dl>
      <div className="mt-4">
        <Notice tone="warning">{t("pay.exchange.unchecked")}</Notice>
      </div>
    </section>
  );
}

function Line({ name, note, children }: { name: string; note: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted">{name}</dt>
      <dd className="text-lg font-semibold">{children}</dd>
      <dd className="text-xs text-muted">{note}</dd>
    </div>
  );
}
