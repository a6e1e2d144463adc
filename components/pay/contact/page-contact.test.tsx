import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { serverTranslator } from "@/components/i18n/catalogue";
import { FIRST_STATES } from "@/components/pay/gallery/first-states";
import { SCHEDULE_STATES } from "@/components/pay/gallery/schedule-states";
import type { PageState } from "@/server/secure-payments/page/page-schema";
import { FirstContact, ScheduleContact } from "./page-contact";

const t = await serverTranslator("en");
const SMALL = /class="[^"]*\btext-xs\b[^"]*\btext-muted\b[^"]*"><p/;
const first = (page: PageState) => renderToStaticMarkup(<FirstContact t={t} page={page} />);

function state(name: string): PageState {
  const page = FIRST_STATES[name];
  if (!page) throw new Error(`There is no state ${name}`);
  return page;
}

test("a page that has just opened says in small print whom to ask, with the payment in the mail", () => {
  const html = first(state("ready-with-contact"));
  expect(html).toMatch(SMALL);
  expect(html).toContain("Example Shop");
  expect(html).toContain('href="mailto:help@shop.example?subject=Payment%20INV-2031-0042"');
});

test("where something is wrong it is no small print", () => {
  const html = first(state("failed-with-contact"));
  expect(html).toContain("help@shop.example");
  expect(html).not.toMatch(SMALL);
});

test("a page without a contact, or without a merchant, says nothing", () => {
  expect(first(state("ready"))).toBe("");
  expect(first(state("not-found"))).toBe("");
});

test("a schedule names its merchant and its own words", () => {
  const page = SCHEDULE_STATES["schedule-with-contact"]?.page;
  if (page?.kind !== "schedule") throw new Error("The state is no schedule");
  const html = renderToStaticMarkup(<ScheduleContact t={t} page={page} />);
  expect(html).toMatch(SMALL);
  expect(html).toContain("Example Shop");
  expect(html).toContain("subject=Payment%20Supplier%20contract%202031");
  const plain = <ScheduleContact t={t} page={{ ...page, branding: null }} />;
  expect(renderToStaticMarkup(plain)).toBe("");
});
