import type { Metadata } from "next";
import { serverTranslator } from "@/components/i18n/catalogue";
import { requestLocale } from "@/components/i18n/request-locale";
import { EmbedFrame } from "@/components/pay/embed/embed-frame";
import { EmbeddedPage } from "@/components/pay/embed/embedded-page";
import { withoutWayBack } from "@/components/pay/embed/without-way-back";
import { drawnOn } from "@/components/pay/flow/same-payment";
import { themeOf } from "@/components/theme";
import { payerPageCaller } from "@/server/auth/callers";
import { PAYER_PAGE_CLIENT_ID } from "@/server/auth/payer-page";
import { app } from "@/server/boot";
import { quittanceSigner } from "@/server/keys/quittance-signer";
import { linkUrl } from "@/server/secure-payments/creating/store-link";
import { frameOrigins } from "@/server/secure-payments/page/frame-origins";
import { readPageState } from "@/server/secure-payments/page/page-state";
import { rememberOpening } from "@/server/secure-payments/page/payer-steps";

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await serverTranslator(await requestLocale());
  return { title: t("pay.title"), robots: { index: false, follow: false } };
}

/** A payment link inside a shop's own page. Who may frame it, `proxy.next.ts` says; wallets have `/pay`. */
export default async function EmbeddedPayPage({ searchParams }: Props) {
  const { token: asked, host, theme } = await searchParams;
  const token = typeof asked === "string" ? asked : "";
  const current = app();
  const ctx = current.context(payerPageCaller({ origin: null, ip: null }));
  const [locale, page, origins] = await Promise.all([
    requestLocale(),
    readPageState(ctx, token, {}),
    frameOrigins(ctx, token),
  ]);
  if (page.kind !== "not_found") rememberOpening(ctx, token);
  const { api, pay } = current.config.urls;
  // Anybody can write an origin into the address: it is spoken to where the link may be shown there, and nowhere else.
  const told = typeof host === "string" && origins.includes(host) ? host : null;
  const again = new URLSearchParams({ token, lang: locale, theme: themeOf(String(theme)), host: told ?? "" });
  return (
    <EmbedFrame
      branding={"branding" in page ? page.branding : null}
      locale={locale}
      href={`/pay/embed?${again}`}
    >
      <EmbeddedPage
        context={{
          token,
          apiUrl: new URL(api).origin === new URL(pay).origin ? "" : api,
          clientId: PAYER_PAGE_CLIENT_ID,
          drawn: drawnOn(page),
          quoteSigner: quittanceSigner(current.config).address,
          drawnAt: ctx.now().getTime(),
        }}
        initial={withoutWayBack(page)}
        host={told}
        linkUrl={linkUrl(current, encodeURIComponent(token))}
      />
    </EmbedFrame>
  );
}
