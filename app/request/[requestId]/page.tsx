import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { messagesOf, serverTranslator } from "@/components/i18n/catalogue";
import { LanguageLinks } from "@/components/i18n/language-links";
import { I18nProvider } from "@/components/i18n/provider";
import { requestLocale } from "@/components/i18n/request-locale";
import { Receipt } from "@/components/receipt/receipt";
import { OnceAlive } from "@/components/ui/once-alive";
import { Wordmark } from "@/components/ui/wordmark";
import { publicCaller } from "@/server/auth/callers";
import { app } from "@/server/boot";
import { ApiError } from "@/server/errors";
import { readPublicReceipt } from "@/server/quittances/public-receipt";

interface Props {
  params: Promise<{ requestId: string }>;
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await serverTranslator(await requestLocale());
  return { title: t("receipt.title"), robots: { index: false, follow: false } };
}

/** The public receipt of a paid request: where the `explorer` of its events leads (D-31). */
export default async function ReceiptPage({ params }: Props) {
  const { requestId } = await params;
  const [locale, facts] = await Promise.all([requestLocale(), factsOf(requestId)]);
  const [t, messages] = await Promise.all([
    serverTranslator(locale),
    messagesOf(locale, ["common", "quittance"]),
  ]);
  return (
    <main className="mx-auto max-w-2xl px-4 py-10 sm:py-16 print:py-0">
      <div className="mb-6 flex justify-center">
        <Wordmark />
      </div>
      <I18nProvider locale={locale} messages={messages}>
        <OnceAlive>
          <Receipt facts={facts} t={t} />
        </OnceAlive>
      </I18nProvider>
      <div className="mt-8 text-sm text-muted print:hidden">
        <LanguageLinks current={locale} href={`/request/${requestId}`} label={t("frame.language")} />
      </div>
    </main>
  );
}

async function factsOf(requestId: string) {
  try {
    return await readPublicReceipt(app().context(publicCaller("")), requestId);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) notFound();
    throw error;
  }
}
