"use client";

import { lazy, Suspense, useId } from "react";
import { useT } from "@/components/i18n/provider";
import type { PageContext } from "@/components/pay/api/page-context";
import { takesTransfer } from "@/components/pay/deposit-address/takes-transfer";
import { useFold } from "@/components/pay/parts/folds";
import type { PageState } from "@/server/secure-payments/page/page-schema";

/** Arrives when somebody asks for it: what computes an address is large. */
const DepositAddressPart = lazy(() => import("@/components/pay/deposit-address/deposit-address"));

/** For payers whose money lies on an exchange, or in a wallet that connects to nothing; nothing where that cannot pay. */
export function SendFromExchange({ context, page }: { context: PageContext; page: PageState }) {
  const t = useT();
  const id = useId();
  const [isOpen, setOpen] = useFold("exchange");
  if (!takesTransfer(page)) return null;
  return (
    <div>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="min-h-9 w-full text-center text-sm font-medium text-accent underline-offset-4 hover:underline"
      >
        {t("pay.exchange.open")}
      </button>
      <div id={id}>
        {isOpen && (
          <Suspense fallback={<p className="mt-3 text-center text-sm text-muted">{t("common.loading")}</p>}>
            <DepositAddressPart context={context} page={page} />
          </Suspense>
        )}
      </div>
    </div>
  );
}
