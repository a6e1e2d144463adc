import type { PaperLanguage } from "@/messages/papers/all";
import type { Ctx } from "@/server/context";
import { Download } from "@/server/lib/downloads/download";
import { Paper } from "@/server/lib/pdf/paper";
import { momentInWords, wordsOf } from "@/server/papers/words";
import { readPublicReceipt } from "@/server/quittances/public-receipt";

/**
 * The receipt of a paid request as a PDF file: what anybody with its ID sees on its page, in a language of the payer's pages. Throws 404
 * where there is nothing to show in public.
 */
export async function receiptPdf(
  ctx: Pick<Ctx, "db" | "config">,
  requestId: string,
  language: PaperLanguage,
): Promise<Download> {
  const file = await receiptPaper(await readPublicReceipt(ctx, requestId), language);
  async function* chunks() {
    yield file;
  }
  return new Download(`receipt-${requestId.slice(0, 10)}.pdf`, "application/pdf", chunks());
}

type Facts = Awaited<ReturnType<typeof readPublicReceipt>>;

/** The same facts give the same file. */
export async function receiptPaper(facts: Facts, language: PaperLanguage): Promise<Uint8Array> {
  const { say, money, number, direction } = wordsOf(language);
  const paper = await Paper.begin({
    title: `${say("receipt")} ${facts.requestId.slice(0, 10)}`,
    language,
    direction,
    createdAt: new Date(facts.paidAt),
    foot: (page, pages) => say("page", { page, pages }),
  });
  const optional = (label: string, value: string | null | undefined): [string, string][] =>
    value ? [[label, value]] : [];
  paper.title(say("receipt"));
  await paper.pairs([
    [say("paid"), money(facts.amount, facts.currency)],
    [say("paidOn"), momentInWords(facts.paidAt)],
    ...optional(say("to"), facts.merchant),
    ...optional(say("reference"), facts.reference),
    [say("recipient"), facts.payee],
    [say("network"), facts.network],
    ...optional(say("asked"), facts.asked === facts.amount ? null : money(facts.asked, facts.currency)),
    ...optional(say("refunded"), facts.refunded && money(facts.refunded.amount, facts.refunded.currency)),
    ...optional(
      say("bankReceived"),
      facts.offramp?.amount && money(facts.offramp.amount, facts.offramp.currency),
    ),
    [say("request"), facts.requestId],
  ]);
  paper.heading(say("transfers"));
  paper.paragraph(say(facts.isFinal ? "final" : "confirmed"), "quiet");
  for (const transfer of facts.transfers) {
    const rate = transfer.rate && `1 ${facts.currency} = ${number(transfer.rate)} ${transfer.currency}`;
    await paper.pairs([
      [say("amount"), [money(transfer.amount, transfer.currency), rate].filter(Boolean).join(" · ")],
      [say("transaction"), transfer.transactionHash],
      ...optional(say("payer"), transfer.from),
      [say("block"), transfer.blockNumber],
    ]);
  }
  if (facts.quittance) {
    paper.paragraph(say("verify"), "quiet");
    await paper.pairs([
      [say("signer"), facts.quittance.signer],
      ["URL", facts.quittance.url],
    ]);
  }
  return paper.finish();
}
