import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { I18nProvider } from "@/components/i18n/provider";
import { translator } from "@/components/i18n/translator";
import { SCHEDULE_STATES } from "@/components/pay/gallery/schedule-states";
import { disagreementIn } from "@/components/pay/safety/schedule/schedule-agreement";
import { ScheduleConnect } from "@/components/pay/schedule/schedule-connect";
import { ScheduleFirstView } from "@/components/pay/schedule/view/schedule-view";
import { en } from "@/messages/en";
import { isScheduleState, type PageSchedule } from "@/server/recurring-payouts/page/page-schema";
import { propertyRuns } from "@/server/testing/long";
import { mutated, seeded } from "@/server/testing/mutate";

const MUTATIONS = propertyRuns(1_500);
const PAGES = Object.values(SCHEDULE_STATES).flatMap(({ page }) => (page?.kind === "schedule" ? [page] : []));
const t = translator("en", en);

function drawn(page: PageSchedule): string {
  return renderToStaticMarkup(
    <I18nProvider locale="en" messages={en}>
      <ScheduleFirstView t={t} page={page} />
      <ScheduleConnect page={page} isLoading={false} hasFailed={false} onConnect={() => {}} />
    </I18nProvider>,
  );
}

test("every state of a schedule that the gallery shows is one that the page takes and draws", () => {
  expect(PAGES.length).toBeGreaterThan(20);
  for (const page of PAGES) {
    expect(isScheduleState(JSON.parse(JSON.stringify(page)))).toBe(true);
    expect(disagreementIn(page.shown, page)).toBeNull();
    expect(drawn(page)).toContain("The most that can ever leave your wallet");
  }
});

test(`${MUTATIONS} random changes of answers: what is taken says the same of what is signed, and breaks no page`, () => {
  const random = seeded(20_261_123);
  let taken = 0;
  for (let round = 0; round < MUTATIONS; round += 1) {
    const page = PAGES[round % PAGES.length];
    if (!page) throw new Error("no pages");
    const changed = mutated(page, random);
    if (!isScheduleState(changed) || changed.kind !== "schedule") continue;
    if (disagreementIn(page.shown, changed)) continue;
    taken += 1;
    const { branding: _, ...rest } = changed;
    expect(() => drawn({ ...rest, branding: null })).not.toThrow();
    expect(changed.shown).toMatchObject(page.shown);
  }
  expect(taken).toBeGreaterThan(0);
  expect(taken).toBeLessThan(MUTATIONS * 0.6);
});
