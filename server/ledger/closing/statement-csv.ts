import type { Reads } from "@/server/context";
import { getStatement } from "@/server/ledger/closing/read";
import type { StatementLine } from "@/server/ledger/closing/statement-schema";
import { formatAmount } from "@/server/lib/amount";
import { BYTE_ORDER_MARK, csvLine } from "@/server/lib/downloads/csv";
import { Download } from "@/server/lib/downloads/download";

const COLUMNS: readonly [title: string, value: (line: StatementLine) => string][] = [
  ["Account", ({ account }) => account],
  ["Wallet", ({ wallet }) => wallet],
  ["Network", ({ network }) => network],
  ["Currency", ({ currency }) => currency],
  ["Opening balance", (line) => amount(line, "opening")],
  ["Received", (line) => amount(line, "received")],
  ["Sent", (line) => amount(line, "sent")],
  ["Closing balance", (line) => amount(line, "closing")],
];

function amount(line: StatementLine, field: "opening" | "received" | "sent" | "closing"): string {
  return formatAmount(BigInt(line[field]), line.decimals);
}

/** The statement of a closed month as a CSV file. Throws 404 before it is closed. */
export async function statementCsv(ctx: Pick<Reads, "db" | "caller">, id: string): Promise<Download> {
  const { message } = await getStatement(ctx, id);
  const lines = [
    COLUMNS.map(([title]) => title),
    ...message.lines.map((line) => COLUMNS.map(([, value]) => value(line))),
  ];
  async function* chunks() {
    yield BYTE_ORDER_MARK + lines.map(csvLine).join("");
  }
  return new Download(`statement-${message.endsAt.slice(0, 10)}.csv`, "text/csv; charset=utf-8", chunks());
}
