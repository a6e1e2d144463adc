import { serverTranslator } from "@/components/i18n/catalogue";
import { requestLocale } from "@/components/i18n/request-locale";
import { Wordmark } from "@/components/ui/wordmark";

/** The same for an unknown request and for one that is not paid. */
export default async function NoReceipt() {
  const t = await serverTranslator(await requestLocale());
  return (
    <main className="mx-auto max-w-lg px-4 py-16 text-center">
      <div className="flex justify-center">
        <Wordmark />
      </div>
      <h1 className="mt-10 font-serif text-2xl font-semibold">{t("receipt.none")}</h1>
      <p className="mt-3 leading-relaxed text-muted">{t("receipt.noneNote")}</p>
    </main>
  );
}
