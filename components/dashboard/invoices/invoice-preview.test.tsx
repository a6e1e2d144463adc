import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { sumsOfDraft } from "@/server/invoices/rows";
import { INVOICE, ISSUER } from "@/server/testing/invoices/examples";
import { InvoicePreview } from "./invoice-preview";

const line = (quantity: string, unitPrice: string, taxRate: string) => ({
  description: "Work",
  quantity,
  unitPrice,
  taxRate,
});
/** Text of the preview with one blank between what stands apart. */
function shown(changes: Partial<typeof INVOICE>, issuer: typeof ISSUER | null = ISSUER): string {
  const markup = renderToStaticMarkup(<InvoicePreview body={{ ...INVOICE, ...changes }} issuer={issuer} />);
  return markup.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
}

test("the preview has the sums that the server stores, for prices with and without tax", () => {
  for (const prices of ["net", "gross"] as const) {
    const lines = [line("3", "33.335", "19"), line("0.5", "0.03", "19"), line("7", "1.111", "7")];
    const text = shown({ prices, lines });
    const { sums } = sumsOfDraft({ ...INVOICE, prices, lines });
    const two = (decimal: string) => Number(decimal).toFixed(2);
    for (const value of [sums.net, sums.total, ...sums.taxes.map(({ tax }) => tax), ...sums.lines]) {
      expect(text).toContain(`${two(value)} EUR`);
    }
  }
});

test("lines that are not complete are counted and left out, and nothing breaks", () => {
  const lines = [line("1", "100", "19"), line("", "", ""), line("1,5", "abc", "19"), line("1", "1", "100")];
  const text = shown({ lines });
  expect(text).toContain("Total 119.00 EUR");
  expect(text).toContain("3 lines are not complete");
  expect(shown({ lines: [line("", "", "")] })).toContain("1 line is not complete");
  expect(shown({ currency: "no such" })).toContain("No invoice can be written in this currency");
  expect(shown({}, null)).toContain("Not said yet");
});

test("says how it is paid: by its link, or to the bank account of the issuer", () => {
  const bankAccount = { holder: "Acme", iban: "DE89370400440532013000" };
  const issuer = { ...ISSUER, details: { ...ISSUER.details, bankAccount } };
  expect(shown({}, issuer)).toContain("IBAN DE89 3704 0044 0532 0130 00");
  const byLink = shown({ requestId: "01ab" }, issuer);
  expect(byLink).toContain("payment link");
  expect(byLink).not.toContain("IBAN");
});
