import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { I18nProvider } from "@/components/i18n/provider";
import { translator } from "@/components/i18n/translator";
import { anItem, facts } from "@/components/pay/gallery/examples";
import { Details } from "@/components/pay/summary/details";
import { en } from "@/messages/en";
import type { PageFacts } from "@/server/secure-payments/page/page-schema";

function drawn(of: PageFacts): string {
  return renderToStaticMarkup(
    <I18nProvider locale="en" messages={en}>
      <Details t={translator("en", en)} facts={of} />
    </I18nProvider>,
  );
}

/** Every row of the table as its words, a space between its cells. */
function rowsOf(html: string): string[] {
  expect(html).toMatch(/^<table/);
  return [...html.matchAll(/<tr.*?<\/tr>/g)].map(([row]) =>
    row
      .replaceAll(/<\/t[hd]>/g, " ")
      .replaceAll(/<[^>]*>/g, "")
      .trim(),
  );
}

test("the details are a table: the whole address, the amount and the network in rows of their own", () => {
  const item = anItem({ amount: "12345678" });
  const of = facts({ items: [item] });
  const rows = rowsOf(drawn(of));
  const withoutGaps = rows.map((row) => row.replaceAll(" ", ""));
  expect(withoutGaps.some((row) => row.startsWith(`Recipient${item.recipient}`))).toBe(true);
  expect(rows).toContain("Amount 12.345678 USDC");
  expect(rows).toContain("Network Base");
});

test("each payment of a batch has its rows, under its number", () => {
  const items = [anItem({ requestId: "1" }), anItem({ requestId: "2", amount: "2000000" })];
  const rows = rowsOf(drawn(facts({ items })));
  expect(rows.filter((row) => row.startsWith("Recipient"))).toHaveLength(2);
  expect(rows).toContain("Payment 2");
  expect(rows).toContain("Amount 2.00 USDC");
});
