"use client";

import { useT } from "@/components/i18n/provider";
import type { PageContext } from "@/components/pay/api/page-context";
import { AddressView } from "@/components/pay/deposit-address/address-view";
import { type AddressState, useDepositAddress } from "@/components/pay/deposit-address/use-deposit-address";
import { Notice } from "@/components/pay/parts/notice";
import type { DepositPage } from "@/components/pay/safety/deposit-address";
import { PageButton } from "@/components/ui/page-button";

/** The address for a plain transfer, once it has been compared with what the page shows; else why there is none. */
export default function DepositAddressPart({ context, page }: { context: PageContext; page: DepositPage }) {
  const { state, ask } = useDepositAddress(context, page);
  return (
    <section className="mt-3 rounded-md bg-sunken px-4 py-4 text-sm leading-relaxed">
      <Body state={state} onAgain={ask} />
    </section>
  );
}

function Body({ state, onAgain }: { state: AddressState; onAgain: () => void }) {
  const t = useT();
  switch (state.kind) {
    case "asking":
      return (
        <p role="status" className="text-center text-muted">
          {t("pay.exchange.asking")}
        </p>
      );
    case "none":
      return <p role="status">{t(`pay.exchange.none.${state.reason ?? "nothing"}`)}</p>;
    case "failed":
      return (
        <>
          <p role="alert">{t("pay.exchange.failed")}</p>
          <p className="mt-3">
            <PageButton look="quiet" onClick={onAgain}>
              {t("common.tryAgain")}
            </PageButton>
          </p>
        </>
      );
    case "refused":
      return (
        <>
          <Notice tone="danger" isAlert>
            <strong className="block">{t("pay.exchange.refused.title")}</strong>
            {t("pay.exchange.refused.text")}
          </Notice>
          <p className="mt-3">{t("pay.refused.what", { field: t(`pay.field.${state.problem.field}`) })}</p>
          <p className="mt-3">
            <PageButton look="quiet" onClick={onAgain}>
              {t("common.tryAgain")}
            </PageButton>
          </p>
        </>
      );
    case "checked":
      return <AddressView deposit={state.deposit} />;
  }
}
