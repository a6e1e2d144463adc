import { walletSettings } from "@/app/wallet-settings";
import { serverTranslator } from "@/components/i18n/catalogue";
import { requestLocale } from "@/components/i18n/request-locale";
import { FirstContact, ScheduleContact } from "@/components/pay/contact/page-contact";
import { PageFrame } from "@/components/pay/frame/page-frame";
import { FIRST_STATES } from "@/components/pay/gallery/first-states";
import { FLOW_STATES } from "@/components/pay/gallery/flow-states";
import { GalleryFirst } from "@/components/pay/gallery/gallery-first";
import { GallerySchedule } from "@/components/pay/gallery/gallery-schedule";
import { GalleryStep } from "@/components/pay/gallery/gallery-step";
import { GalleryVerdict } from "@/components/pay/gallery/gallery-verdict";
import { SCHEDULE_STATES } from "@/components/pay/gallery/schedule-states";
import { VERDICTS } from "@/components/pay/gallery/verdicts";
import { FirstView } from "@/components/pay/page/first-view";
import { SCHEDULE_AREAS } from "@/components/pay/schedule/view/areas";
import { ScheduleFirstView } from "@/components/pay/schedule/view/schedule-view";
import { app } from "@/server/boot";
import type { SchedulePageState } from "@/server/recurring-payouts/page/page-schema";

/** Nobody signs a made-up payment. */
const NO_SERVICE = { apiUrl: "", quoteSigner: "" };

const STATES = [FIRST_STATES, FLOW_STATES, VERDICTS, SCHEDULE_STATES];

/** Whether the gallery has a state of this name. */
export function hasGalleryState(name: string): boolean {
  return STATES.some((states) => Object.hasOwn(states, name));
}

/** One state of the payer's page, standing still; nothing for a name that the gallery does not have. */
export async function GalleryState({ state }: { state: string }) {
  const schedule = Object.hasOwn(SCHEDULE_STATES, state) ? SCHEDULE_STATES[state] : undefined;
  if (schedule) return <ScheduleState state={state} page={schedule.page} />;
  const drawn = Object.hasOwn(VERDICTS, state) ? "already-paid" : state;
  const first = Object.hasOwn(FIRST_STATES, drawn) ? FIRST_STATES[drawn] : undefined;
  const flow = Object.hasOwn(FLOW_STATES, state) ? FLOW_STATES[state] : undefined;
  const page = first ?? flow?.page;
  if (!page) return null;
  const locale = await requestLocale();
  const t = await serverTranslator(locale);
  const settings = walletSettings(app().config);
  return (
    <PageFrame
      branding={"branding" in page ? page.branding : null}
      locale={locale}
      href={`/pay/gallery/${state}`}
    >
      {first ? (
        <>
          <FirstView t={t} page={first} source={NO_SERVICE} />
          <GalleryVerdict state={state} />
          <GalleryFirst state={state} page={first} settings={settings} />
          <FirstContact t={t} page={first} />
        </>
      ) : (
        <GalleryStep state={state} settings={settings} />
      )}
    </PageFrame>
  );
}

async function ScheduleState({ state, page }: { state: string; page: SchedulePageState | null }) {
  const locale = await requestLocale();
  const t = await serverTranslator(locale);
  return (
    <PageFrame
      branding={page && "branding" in page ? page.branding : null}
      locale={locale}
      href={`/pay/gallery/${state}`}
      areas={SCHEDULE_AREAS}
    >
      {page && <ScheduleFirstView t={t} page={page} />}
      <GallerySchedule state={state} settings={walletSettings(app().config)} />
      {page?.kind === "schedule" && <ScheduleContact t={t} page={page} />}
    </PageFrame>
  );
}
