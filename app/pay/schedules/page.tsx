import type { Metadata } from "next";
import { walletSettings } from "@/app/wallet-settings";
import { serverTranslator } from "@/components/i18n/catalogue";
import { requestLocale } from "@/components/i18n/request-locale";
import { PageFrame } from "@/components/pay/frame/page-frame";
import { RunningPage } from "@/components/pay/schedule/running/running-page";
import { SCHEDULE_AREAS } from "@/components/pay/schedule/view/areas";
import { app } from "@/server/boot";

export async function generateMetadata(): Promise<Metadata> {
  const t = await serverTranslator(await requestLocale());
  return { title: t("schedule.running.title"), robots: { index: false, follow: false } };
}

/** What leaves a wallet by itself, over all merchants of this installation, for whoever owns the wallet. */
export default async function RunningRoute() {
  const locale = await requestLocale();
  return (
    <PageFrame branding={null} locale={locale} href="/pay/schedules" areas={SCHEDULE_AREAS}>
      <RunningPage settings={walletSettings(app().config)} />
    </PageFrame>
  );
}
