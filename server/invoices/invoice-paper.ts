import type { Ctx } from "@/server/context";
import { ApiError } from "@/server/errors";
import { readCustomer } from "@/server/invoices/customer";
import { facturX } from "@/server/invoices/e-invoice/attachment";
import { categoryOf } from "@/server/invoices/e-invoice/tax";
import { contentOf } from "@/server/invoices/issue";
import { type InvoiceRow, ownInvoice } from "@/server/invoices/rows";
import type { InvoiceContent, Party, TaxCategory } from "@/server/invoices/schema";
import { Download } from "@/server/lib/downloads/download";
import { groupedIban } from "@/server/lib/iban";
import { Paper } from "@/server/lib/pdf/paper";
import { wordsOf } from "@/server/papers/words";

/** An issued invoice of the caller's account as a PDF file. Throws 404, and 409 for a draft: only what is issued is a paper. */
export async function invoicePdf(ctx: Pick<Ctx, "db" | "caller">, id: string): Promise<Download> {
  return paperOfRow(ctx, await ownInvoice(ctx, id));
}

/** The same of a row that the caller may have for another reason. */
export async function paperOfRow(ctx: Pick<Ctx, "db">, row: InvoiceRow): Promise<Download> {
  if (row.state === "draft") throw new ApiError("conflict", "The invoice is a draft");
  const content = contentOf(row);
  const file = await invoicePaper(content, await readCustomer(ctx, row.id));
  async function* chunks() {
    yield file;
  }
  return new Download(`${content.number.replace(/[^A-Za-z0-9-]/g, "-")}.pdf`, "application/pdf", chunks());
}

/**
 * What was issued, as it is read by people, in the language it was written in. Made of the stored content alone: the same content and customer
 * give the same file, however much later. A customer who was erased stands on it no more.
 */
export async function invoicePaper(content: InvoiceContent, customer: Party | null): Promise<Uint8Array> {
  const { written, sums, issuer, decimals } = content;
  const { say, money, number, quantity, direction } = wordsOf(written.language);
  const kind = say(content.kind === "invoice" ? "invoice" : "creditNote");
  const paper = await Paper.begin({
    title: `${kind} ${content.number}`,
    language: written.language,
    direction,
    createdAt: new Date(content.issuedAt),
    attachment: facturX(content, customer),
    foot: (page, pages) => `${content.number} · ${say("page", { page, pages })}`,
  });
  const optional = (label: string, value: string | null): [string, string][] =>
    value ? [[label, value]] : [];
  const amount = (text: string) => money(text, written.currency, decimals);
  paper.title(kind);
  await paper.pairs([
    [say("number"), content.number],
    [say("issuedOn"), content.issuedOn],
    ...optional(say("deliveredOn"), written.deliveredOn),
    ...optional(say("dueOn"), written.dueOn),
    ...optional(say("buyerReference"), written.buyerReference ?? null),
  ]);
  if (content.corrects) {
    paper.paragraph(say("corrects", { number: content.corrects.number, date: content.corrects.issuedOn }));
    if (content.reason) await paper.pairs([[say("reason"), content.reason]]);
  }
  const lines = (party: Party | null) =>
    party === null
      ? [say("customerErased")]
      : [
          party.name,
          ...(party.street ? [party.street] : []),
          [party.postcode, party.city].filter(Boolean).join(" "),
          party.country,
          ...(party.taxNumber ? [`${say("taxNumber")}: ${party.taxNumber}`] : []),
          ...(party.vatId ? [`${say("vatId")}: ${party.vatId}`] : []),
          ...(party.registrationNumber ? [`${say("registrationNumber")}: ${party.registrationNumber}`] : []),
          ...(party.email ? [party.email] : []),
          ...[party.contact, party.phone].filter((line) => line !== undefined),
        ].filter((line) => line !== "");
  paper.beside([
    { title: say("from"), lines: lines(issuer) },
    { title: say("to"), lines: lines(customer) },
  ]);
  await paper.table(
    [
      { title: say("description"), share: 4.5 },
      { title: say("quantity"), share: 1.3, align: "end" },
      { title: say("unitPrice"), share: 1.8, align: "end" },
      { title: say("rate"), share: 1, align: "end" },
      { title: say("amount"), share: 2, align: "end" },
    ],
    written.lines.map((line, index) => [
      line.description,
      quantity(line.quantity, line.unit ?? "C62"),
      number(line.unitPrice, decimals > 8 ? 0 : decimals),
      `${number(line.taxRate)} %`,
      amount(sums.lines[index] ?? "0"),
    ]),
  );
  await paper.sums([
    [say("netTotal"), amount(sums.net)],
    ...sums.taxes.map(
      ({ rate, net, tax }) =>
        [say("taxAt", { rate: number(rate), base: amount(net) }), amount(tax)] as [string, string],
    ),
    [say("total"), amount(sums.total)],
  ]);
  paper.paragraph(say(written.prices === "net" ? "pricesNet" : "pricesGross"), "quiet");
  for (const reason of exemptions(content, say)) paper.paragraph(reason);
  if (content.kind === "invoice") await sayHowToPay(paper, content);
  if (written.notes !== "") {
    paper.heading(say("notes"));
    paper.paragraph(written.notes);
  }
  return paper.finish();
}

/** By its link, or to the bank account of the issuer; nothing where neither is known. */
async function sayHowToPay(paper: Paper, { written, issuer: { bankAccount } }: InvoiceContent) {
  const { say } = wordsOf(written.language);
  if (written.requestId !== null) return paper.paragraph(say("paidByLink"));
  if (!bankAccount) return;
  const { holder, iban, bic } = bankAccount;
  paper.heading(say("bankAccount"));
  await paper.pairs([
    [say("accountHolder"), holder],
    ["IBAN", groupedIban(iban)],
    ...(bic ? [["BIC", bic] as [string, string]] : []),
  ]);
}

const CATEGORIES = {
  Z: "zeroRated",
  E: "exempt",
  AE: "reverseCharge",
  K: "intraCommunity",
  G: "exported",
} as const satisfies Record<Exclude<TaxCategory, "S">, string>;

/** Why no tax is due on lines of the rate 0, each reason once. */
function exemptions({ written }: InvoiceContent, say: ReturnType<typeof wordsOf>["say"]): string[] {
  const reasons = written.lines.flatMap((line) => {
    const category = categoryOf(line);
    if (category === null || category === "S") return [];
    const words = say(CATEGORIES[category]);
    return [line.taxExemptionReason ? `${words}: ${line.taxExemptionReason}` : words];
  });
  return [...new Set(reasons)];
}
