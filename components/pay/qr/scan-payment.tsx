"use client";

import { useT } from "@/components/i18n/provider";
import { amountText } from "@/components/pay/money/sums";
import { Copy } from "@/components/pay/parts/copy";
import type { PaymentUris } from "@/components/pay/qr/payment-uri";
import { QrCode } from "@/components/pay/qr/qr-code";
import { expectationOf } from "@/components/pay/safety/expected";
import type { ShownPayment } from "@/server/secure-payments/page/shown-schema";

/** The payment as EIP-681 codes, for the few wallets that read a contract call, with what they must show. */
export function ScanPayment({ uris, shown }: { uris: PaymentUris; shown: ShownPayment }) {
  const t = useT();
  const { network, spends, contract } = expectationOf(shown);
  const [spend] = spends;
  if (!spend) return null;
  const { symbol, decimals } = spend.token;
  const amount = `${amountText(spend.amount, decimals, symbol, t.locale)} ${symbol}`;
  const codes = [
    ...(uris.approval === null
      ? []
      : [{ uri: uris.approval, title: t("pay.device.uriApprove", { amount }) }]),
    { uri: uris.payment, title: t("pay.device.uriPay", { amount, network: network.name }) },
  ];
  return (
    <details className="border-t border-dashed border-line pt-3">
      <summary className="min-h-9 cursor-pointer font-medium text-accent">{t("pay.device.uri")}</summary>
      <p className="mt-1">{t("pay.device.uriNote")}</p>
      <p className="mt-2 font-mono text-[0.92em] break-all" dir="ltr">
        {contract.address}
      </p>
      <ol className="mt-3 space-y-5">
        {codes.map(({ uri, title }, index) => (
          <li key={uri} className="space-y-2">
            <p className="font-medium">{codes.length > 1 ? `${index + 1}. ${title}` : title}</p>
            <QrCode text={uri} label={title} />
            <Copy text={uri} what={t("pay.device.request")} />
          </li>
        ))}
      </ol>
    </details>
  );
}
