import type { InvoiceContent } from "@/server/invoices/schema";
import { shownFact } from "@/server/lib/shown-fact";
import { wordsOf } from "@/server/papers/words";

/**
 * What the e-mail with an invoice says, in the language of the invoice: plain text, a line for each fact. The name of the issuer is shown
 * as it is written or not at all, because it could hold a header, a line or a link. `payUrl` is the payment link; null where nothing is to be
 * paid by it.
 */
export function composeInvoiceMail(
  { kind, number, written, issuer, sums, decimals }: InvoiceContent,
  payUrl: string | null,
): { subject: string; text: string } {
  const { say, money } = wordsOf(written.language);
  const title = `${say(kind === "invoice" ? "invoice" : "creditNote")} ${number}`;
  const name = shownFact(issuer.name);
  const facts = [
    title,
    ...(name === null ? [] : [`${say("from")}: ${name}`]),
    `${say("total")}: ${money(sums.total, written.currency, decimals)}`,
    ...(written.dueOn === null || kind === "credit_note" ? [] : [`${say("dueOn")}: ${written.dueOn}`]),
    ...(payUrl === null ? [] : [`${say("payAt")}: ${payUrl}`]),
  ];
  const why = issuer.email ? `${say("mailWhy")} ${say("mailAnswer")}` : say("mailWhy");
  return {
    subject: name === null ? title : `${title} · ${name}`,
    text: `${[facts.join("\n"), say("mailAttached"), why].join("\n\n")}\n`,
  };
}
