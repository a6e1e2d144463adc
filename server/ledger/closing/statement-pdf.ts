import { hashTypedData } from "viem";
import type { Reads } from "@/server/context";
import { getStatement } from "@/server/ledger/closing/read";
import type { Statement, StatementLine } from "@/server/ledger/closing/statement-schema";
import { statementTypedData } from "@/server/ledger/closing/typed-data";
import { dayAndTime, monthOf } from "@/server/ledger/month";
import { formatAmount } from "@/server/lib/amount";
import { Download } from "@/server/lib/downloads/download";
import { Paper } from "@/server/lib/pdf/paper";

const HOLDERS: Record<StatementLine["account"], string> = {
  wallet: "Wallet",
  deposit_address: "Deposit addresses",
  bank_transit: "On the way to a bank",
  bank: "Bank",
};

/** The statement of a closed month as a PDF file. Throws 404 before it is closed. */
export async function statementPdf(ctx: Pick<Reads, "db" | "caller">, id: string): Promise<Download> {
  const statement = await getStatement(ctx, id);
  const file = await statementPaper(statement);
  async function* chunks() {
    yield file;
  }
  return new Download(`statement-${statement.message.endsAt.slice(0, 10)}.pdf`, "application/pdf", chunks());
}

/**
 * What a signed statement says, for people. The paper is no proof by itself: it names the digest that was signed, the signature and
 * how the statement is verified. The same statement gives the same file.
 */
export async function statementPaper({ message, signer, signature }: Statement): Promise<Uint8Array> {
  const { timeZone } = message;
  const lastMoment = new Date(new Date(message.endsAt).getTime() - 1);
  const month = monthOf(lastMoment, timeZone);
  const paper = await Paper.begin({
    title: `Statement ${month}`,
    language: "en",
    direction: "ltr",
    createdAt: new Date(message.closedAt),
    foot: (page, pages) => `Statement ${month} · page ${page} of ${pages}`,
  });
  const digest = hashTypedData(statementTypedData(message));
  paper.title(`Statement ${month}`);
  await paper.pairs([
    ["Account", message.account],
    ["From", dayAndTime(new Date(message.startsAt), timeZone)],
    ["To", dayAndTime(lastMoment, timeZone)],
    ["Time zone", timeZone],
    ["Closed", dayAndTime(new Date(message.closedAt), timeZone)],
    ["Entries of the journal", message.entries],
  ]);
  paper.heading("Balances");
  await paper.table(
    [
      { title: "Currency and where it is", share: 3 },
      { title: "Opening", share: 2.2, align: "end" },
      { title: "Received", share: 2.2, align: "end" },
      { title: "Sent", share: 2.2, align: "end" },
      { title: "Closing", share: 2.2, align: "end" },
    ],
    message.lines.map((line) => {
      const amount = (units: string) => formatAmount(BigInt(units), line.decimals);
      return [
        [line.currency, HOLDERS[line.account], line.network, line.wallet]
          .filter((part) => part !== "")
          .join(" · "),
        amount(line.opening),
        amount(line.received),
        amount(line.sent),
        amount(line.closing),
      ];
    }),
  );
  if (message.differences.length > 0) {
    paper.heading("What the chain said otherwise");
    await paper.table(
      [
        { title: "Difference", share: 2 },
        { title: "Explanation", share: 3 },
      ],
      message.differences.map((difference) => [difference.id, difference.explanation]),
    );
  }
  paper.heading("How to verify it");
  paper.paragraph(
    "This paper repeats a statement that the service signed. Take the statement as JSON from the dashboard or from GET /v2/books/periods/{id}/statement and run: quittance verify statement.json --signer followed by the address that the service publishes at GET /v2/quittance-signer. Compare the digest below with the hash of its typed data (EIP-712).",
  );
  await paper.pairs([
    ["Digest", digest],
    ["Signer", signer],
    ["Signature", signature],
    ["SHA-256 of the entries", message.entriesHash],
  ]);
  return paper.finish();
}
