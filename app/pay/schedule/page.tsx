import type { Metadata } from "next";
import { walletSettings } from "@/app/wallet-settings";
import { serverTranslator } from "@/components/i18n/catalogue";
import { requestLocale } from "@/components/i18n/request-locale";
import { ScheduleContact } from "@/components/pay/contact/page-contact";
import { PageFrame } from "@/components/pay/frame/page-frame";
import { disagreementIn } from "@/components/pay/safety/schedule/schedule-agreement";
import { SchedulePage } from "@/components/pay/schedule/schedule-page";
import { SCHEDULE_AREAS } from "@/components/pay/schedule/view/areas";
import { ScheduleFirstView } from "@/components/pay/schedule/view/schedule-view";
import { payerPageCaller } from "@/server/auth/callers";
import { app } from "@/server/boot";
import { readSchedulePage } from "@/server/recurring-payouts/page/page-state";

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await serverTranslator(await requestLocale());
  return { title: t("schedule.title"), robots: { index: false, follow: false } };
}

/** A recurring payout as its payer sees it: complete on the server, a button in the browser. */
export default async function ScheduleRoute({ searchParams }: Props) {
  const { token: asked } = await searchParams;
  const token = typeof asked === "string" ? asked : "";
  const current = app();
  const ctx = current.context(payerPageCaller({ origin: null, ip: null }));
  const [locale, page] = await Promise.all([requestLocale(), readSchedulePage(ctx, token)]);
  const t = await serverTranslator(locale);
  const view = <ScheduleFirstView t={t} page={page} />;
  return (
    <PageFrame
      branding={page.kind === "schedule" ? page.branding : null}
      locale={locale}
      href={`/pay/schedule?token=${encodeURIComponent(token)}`}
      areas={SCHEDULE_AREAS}
    >
      {page.kind === "schedule" && disagreementIn(page.shown, page) === null ? (
        <SchedulePage
          drawn={page}
          settings={walletSettings(current.config)}
          contact={<ScheduleContact t={t} page={page} />}
        >
          {view}
        </SchedulePage>
      ) : (
        view
      )}
    </PageFrame>
  );
}
