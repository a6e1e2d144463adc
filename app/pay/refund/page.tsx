import type { Metadata } from "next";
import { serverTranslator } from "@/components/i18n/catalogue";
import { formatMoney } from "@/components/i18n/format-amount";
import { requestLocale } from "@/components/i18n/request-locale";
import type { Translator } from "@/components/i18n/translator";
import { ContactLine } from "@/components/pay/contact/contact-line";
import { PageFrame } from "@/components/pay/frame/page-frame";
import { NameAddress } from "@/components/refund/name-address";
import { RefundEnd } from "@/components/refund/refund-end";
import { payerPageCaller } from "@/server/auth/callers";
import { app } from "@/server/boot";
import { NETWORKS } from "@/server/chains/networks";
import { ApiError } from "@/server/errors";
import { type RefundLinkPage, readRefundLink } from "@/server/requests/refunds/links/name-address";

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** Texts that the browser needs. */
const AREAS = ["refund", "common"];

export async function generateMetadata(): Promise<Metadata> {
  const t = await serverTranslator(await requestLocale());
  return { title: t("refund.title"), robots: { index: false, follow: false } };
}

/** Where the payer of a deposit names the address that money goes back to. */
export default async function RefundPage({ searchParams }: Props) {
  const { token: asked } = await searchParams;
  const token = typeof asked === "string" ? asked : "";
  const [locale, page] = await Promise.all([requestLocale(), readPage(token)]);
  const t = await serverTranslator(locale);
  return (
    <PageFrame
      branding={page?.branding ?? null}
      locale={locale}
      href={`/pay/refund?token=${encodeURIComponent(token)}`}
      areas={AREAS}
    >
      {page === null ? (
        <RefundEnd title={t("refund.none")} note={t("refund.noneNote")} />
      ) : (
        <Opened t={t} page={page} token={token} />
      )}
    </PageFrame>
  );
}

function Opened({ t, page, token }: { t: Translator; page: RefundLinkPage; token: string }) {
  const network = NETWORKS[page.token.network].name;
  const { symbol } = page.token;
  return (
    <>
      <h1 className="text-2xl font-semibold text-balance">
        {page.merchant === null
          ? t("refund.headingUnnamed")
          : t.rich("refund.heading", { merchant: <bdi>{page.merchant}</bdi> })}
      </h1>
      <p className="mt-2 text-muted">
        {t("refund.upTo", { amount: formatMoney(page.amount, symbol, t.locale), network })}
      </p>
      {page.status === "open" ? (
        <NameAddress token={token} network={network} symbol={symbol} />
      ) : (
        <RefundEnd title={t("refund.named")} note={t("refund.namedNote")} isBelow />
      )}
      <ContactLine t={t} named={page.contact} reference={page.reference ?? ""} />
    </>
  );
}

async function readPage(token: string): Promise<RefundLinkPage | null> {
  try {
    return await readRefundLink(app().context(payerPageCaller({ origin: null, ip: null })), token);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}
