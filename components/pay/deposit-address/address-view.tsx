"use client";

import { type ReactNode, useState } from "react";
import { formatMoment } from "@/components/i18n/format-moment";
import { Moment } from "@/components/i18n/moment";
import { useT } from "@/components/i18n/provider";
import { transferUri } from "@/components/pay/deposit-address/transfer-uri";
import { amountText } from "@/components/pay/money/sums";
import { Copy } from "@/components/pay/parts/copy";
import { TimeLeft } from "@/components/pay/parts/time-left";
import { QrCode } from "@/components/pay/qr/qr-code";
import type { DepositAddress } from "@/components/pay/safety/deposit-address";
import { Grouped } from "@/components/ui/grouped";
import { formatAmount } from "@/server/lib/amount";

/** What a payer enters at an exchange: the network first, because a wrong one is what loses money. */
export function AddressView({ deposit }: { deposit: DepositAddress }) {
  const t = useT();
  const { network, token, amount, address, quote } = deposit;
  const { symbol, decimals } = token;
  const shown = `${amountText(amount, decimals, symbol, t.locale)} ${symbol}`;
  return (
    <>
      <dl className="space-y-4">
        <Part name={t("pay.network")} note={t("pay.exchange.onlyNetwork", { network: network.name })}>
          <span className="text-2xl font-semibold">{network.name}</span>
        </Part>
        <Part
          name={t("pay.exchange.amount")}
          note={t("pay.exchange.deducts", { symbol })}
          copy={<Copy text={formatAmount(amount, decimals)} what={t("pay.exchange.amount")} />}
        >
          <bdi dir="ltr" className="text-xl font-semibold wrap-anywhere tabular-nums">
            {shown}
          </bdi>
        </Part>
        <Part
          name={t("pay.exchange.address")}
          note={t("pay.exchange.onlyToken", { symbol, network: network.name })}
          copy={<Copy text={address} what={t("pay.exchange.address")} />}
        >
          <bdi dir="ltr" className="min-w-0 font-mono text-base wrap-anywhere">
            <Grouped value={address} />
          </bdi>
        </Part>
        {quote && (
          <Part name={t("pay.quote.until")} note={t("pay.exchange.later")}>
            <Moment at={quote.expiresAt} inUtc={formatMoment(quote.expiresAt, t.locale, "UTC")} />
            <TimeLeft until={quote.expiresAt} />
          </Part>
        )}
      </dl>
      <Codes deposit={deposit} shown={shown} />
      <ul className="mt-4 list-disc space-y-1.5 ps-5">
        <li>{t("pay.exchange.checked")}</li>
        <li>{t("pay.exchange.short")}</li>
        <li>{t("pay.exchange.watching")}</li>
      </ul>
      <details className="mt-3 border-t border-dashed border-line pt-3">
        <summary className="min-h-9 cursor-pointer font-medium text-accent">
          {t("pay.exchange.wrongNetwork")}
        </summary>
        <p className="mt-1">{t("pay.exchange.wrongNetworkHow", { network: network.name, symbol })}</p>
      </details>
    </>
  );
}

interface PartProps {
  name: string;
  note: string;
  copy?: ReactNode;
  children: ReactNode;
}

function Part({ name, note, copy, children }: PartProps) {
  return (
    <div>
      <dt className="text-muted">{name}</dt>
      <dd className="mt-0.5 flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        {children}
        {copy}
      </dd>
      <dd className="mt-1 text-xs leading-relaxed text-muted">{note}</dd>
    </div>
  );
}

/** The whole transfer as a code, and the address alone for apps that cannot read that. */
function Codes({ deposit, shown }: { deposit: DepositAddress; shown: string }) {
  const t = useT();
  const uri = transferUri(deposit);
  const [isPlain, setPlain] = useState(false);
  const isAddress = uri === null || isPlain;
  return (
    <figure className="mt-5">
      <div className="mx-auto w-56 max-w-full">
        <QrCode
          text={isAddress ? deposit.address : uri}
          label={
            isAddress
              ? t("pay.exchange.code.address")
              : t("pay.exchange.code.transfer", { amount: shown, network: deposit.network.name })
          }
        />
      </div>
      <figcaption className="mt-2 text-center">
        {t(isAddress ? "pay.exchange.code.addressNote" : "pay.exchange.code.transferNote")}
        {uri !== null && (
          <button
            type="button"
            onClick={() => setPlain(!isPlain)}
            className="block min-h-9 w-full font-medium text-accent underline-offset-4 hover:underline"
          >
            {t(isPlain ? "pay.exchange.code.showTransfer" : "pay.exchange.code.showAddress")}
          </button>
        )}
      </figcaption>
    </figure>
  );
}
