import type { Metadata } from "next";
import { cache } from "react";
import { walletSettings } from "@/app/wallet-settings";
import { serverTranslator } from "@/components/i18n/catalogue";
import { requestLocale } from "@/components/i18n/request-locale";
import { FirstContact } from "@/components/pay/contact/page-contact";
import { AddressAsText } from "@/components/pay/deposit-address/address-as-text";
import { takesTransfer } from "@/components/pay/deposit-address/takes-transfer";
import { drawnOn } from "@/components/pay/flow/same-payment";
import { PageFrame } from "@/components/pay/frame/page-frame";
import { FirstView } from "@/components/pay/page/first-view";
import { InteractivePage } from "@/components/pay/page/interactive-page";
import { payerPageCaller } from "@/server/auth/callers";
import { PAYER_PAGE_CLIENT_ID } from "@/server/auth/payer-page";
import { app } from "@/server/boot";
import { quittanceSigner } from "@/server/keys/quittance-signer";
import { askDepositAddress } from "@/server/secure-payments/page/page-deposit-address";
import { readPageState } from "@/server/secure-payments/page/page-state";
import { rememberOpening } from "@/server/secure-payments/page/payer-steps";

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** Asked once for the title and the page of a request. */
const readOnce = cache((token: string) =>
  readPageState(app().context(payerPageCaller({ origin: null, ip: null })), token, {}),
);

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const { token } = await searchParams;
  const [t, page] = await Promise.all([
    requestLocale().then(serverTranslator),
    readOnce(typeof token === "string" ? token : ""),
  ]);
  const name = "merchant" in page ? page.merchant : null;
  const title = name === null ? t("pay.title") : t("pay.titleTo", { name });
  return { title, robots: { index: false, follow: false } };
}

/** A payment link as its payer sees it (behaviour.md §30): complete on the server, a button in the browser. */
export default async function PayPage({ searchParams }: Props) {
  const { token: asked, method } = await searchParams;
  const token = typeof asked === "string" ? asked : "";
  const showsAddress = method === "deposit";
  const current = app();
  const caller = payerPageCaller({ origin: null, ip: null });
  const ctx = current.context(caller);
  const [locale, page] = await Promise.all([requestLocale(), readOnce(token)]);
  if (page.kind !== "not_found") rememberOpening(ctx, token);
  const t = await serverTranslator(locale);
  const branding = "branding" in page ? page.branding : null;
  const { api, pay } = current.config.urls;
  const href = `/pay?token=${encodeURIComponent(token)}`;
  const option = showsAddress && takesTransfer(page) ? await askDepositAddress(ctx, token) : undefined;
  const context = {
    token,
    apiUrl: new URL(api).origin === new URL(pay).origin ? "" : api,
    clientId: PAYER_PAGE_CLIENT_ID,
    drawn: drawnOn(page),
    quoteSigner: quittanceSigner(current.config).address,
    drawnAt: ctx.now().getTime(),
  };
  return (
    <PageFrame branding={branding} locale={locale} href={showsAddress ? `${href}&method=deposit` : href}>
      <InteractivePage
        context={context}
        initial={page}
        settings={walletSettings(current.config)}
        showsAddress={showsAddress}
        contact={<FirstContact t={t} page={page} />}
      >
        <FirstView t={t} page={page} source={{ apiUrl: context.apiUrl, quoteSigner: context.quoteSigner }} />
        <AddressAsText t={t} page={page} option={option} href={`${href}&method=deposit`} />
      </InteractivePage>
    </PageFrame>
  );
}
