import { afterAll, beforeAll, expect, test } from "vitest";
import { verifyStatement } from "@/sdk/safety/verify-statement";
import { systemCaller } from "@/server/auth/callers";
import { inTransaction } from "@/server/context";
import { eraseCustomer } from "@/server/invoices/customer";
import { createInvoice } from "@/server/invoices/drafts";
import { invoicePdf } from "@/server/invoices/invoice-paper";
import { cancelInvoice, issueInvoice } from "@/server/invoices/issue";
import { putIssuer } from "@/server/invoices/issuer";
import { quittanceSigner } from "@/server/keys/quittance-signer";
import { fillLedger } from "@/server/ledger/backfill";
import { closePeriod } from "@/server/ledger/closing/close";
import { comparePeriods } from "@/server/ledger/closing/compare";
import { hashEntries } from "@/server/ledger/closing/entries-hash";
import { freezePeriod } from "@/server/ledger/closing/freeze";
import { getPeriod, getStatement } from "@/server/ledger/closing/read";
import { statementPdf } from "@/server/ledger/closing/statement-pdf";
import type { Download } from "@/server/lib/downloads/download";
import { aTenant, startTestApi, type TestApi } from "@/server/testing/api";
import { aRequest, aTransfer, wireId } from "@/server/testing/data/stored";
import { INVOICE, ISSUER } from "@/server/testing/invoices/examples";
import { ManualClock } from "@/server/testing/manual-clock";
import { readPdf } from "@/server/testing/pdf-text";

/** After the month that is closed. */
const clock = new ManualClock(Date.UTC(2040, 0, 15));
let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({}, { now: clock.now });
  const worker = api.app.context(systemCaller(""));
  while ((await inTransaction(worker, (tx) => fillLedger(tx, 100))) > 0);
});
afterAll(() => api?.close());

async function bytesOf({ chunks }: Download): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of chunks) pieces.push(Buffer.from(piece));
  return new Uint8Array(Buffer.concat(pieces));
}

test("a customer who is erased leaves the statement, its signature and its papers as they were; invoices say that it is erased", async () => {
  const { platformId } = await aTenant(api);
  const ctx = api.app.context(systemCaller(platformId));
  await putIssuer(ctx, { ...ISSUER, creditNotePattern: "CN-" });
  const request = await aRequest(api.app, { platformId }, { amount: 119_000_000n });
  const { id } = await createInvoice(ctx, {
    ...INVOICE,
    requestId: wireId(request),
    currency: "USDC-sepolia",
    customer: { name: "Rosalind Franklin", country: "GB" },
  });
  const { number } = await issueInvoice(ctx, id);
  await aTransfer(api.app, request, { amount: 119_000_000n, blockTime: new Date("2039-12-10") });
  const note = await cancelInvoice(ctx, id, "Wrong name");
  const period = await freezePeriod(ctx, { month: "2039-12", timeZone: "UTC" });
  while ((await comparePeriods(api.app.context(systemCaller("")))) > 0);
  const { differences } = await getPeriod(ctx, period.id);
  const explanations = differences.map((one) => ({ id: one.id, explanation: "no node of it here" }));
  await closePeriod(ctx, period.id, { explanations });
  const before = await getStatement(ctx, period.id);
  const paper = await bytesOf(await statementPdf(ctx, period.id));
  expect((await readPdf(await bytesOf(await invoicePdf(ctx, id)))).text).toContain("Rosalind");

  await eraseCustomer(ctx, id);

  const after = await getStatement(ctx, period.id);
  expect(after).toEqual(before);
  const { address: signer } = quittanceSigner(api.app.config);
  expect(await verifyStatement(after, { signer })).toEqual({ isValid: true, problems: [] });
  const span = { startsAt: new Date(period.startsAt), endsAt: new Date(period.endsAt) };
  expect(await hashEntries(ctx, platformId, span)).toEqual({
    entries: Number(before.message.entries),
    entriesHash: before.message.entriesHash,
  });
  expect(await bytesOf(await statementPdf(ctx, period.id))).toEqual(paper);
  for (const one of [id, note.id]) {
    const { text } = await readPdf(await bytesOf(await invoicePdf(ctx, one)));
    expect(text).toContain("Removed at the customer");
    expect(text).toContain(number);
    expect(text).not.toContain("Rosalind");
  }
  expect(JSON.stringify(after)).not.toContain("Rosalind");
});
