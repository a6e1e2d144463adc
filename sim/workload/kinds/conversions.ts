import type { TokenPayment } from "@/sim/chain/contracts";
import { SEPOLIA } from "@/sim/chain/sim-network";
import type { KnownQuote } from "@/sim/model/conversions";
import { baseUnits } from "@/sim/model/model";
import type { Converted } from "@/sim/workload/known";
import { NOBODY, PAYEE, PAYER, type RunContext } from "@/sim/workload/run-context";
import { type StepKind, stepOf } from "@/sim/workload/step";

const INVOICE_DECIMALS = 8;
/** Prices are those of a token with so many. */
const { decimals: DECIMALS } = SEPOLIA;
/** A quote is over so long that its payment is late, and not so long that it has nothing to do with it. */
const LATE_MS = 40_000;
/** Prices are kept for no longer than this. */
const PRICE_COUNTS_MS = 150_000;
/** So long a payment takes to be seen. */
const SEEN_MS = 30_000;
const OTHER_PAYER = "0x4444444444444444444444444444444444444444";

/** Creates a request in euros that is paid in USDC. */
export const createsConverted: StepKind = {
  weight: 5,
  plan(chance, planned) {
    const id = planned.add("converted");
    const tenant = planned.tenant(chance);
    const cents = chance.between(10, 500);
    return stepOf("request_in_euros", { id, tenant, cents }, async (run) => {
      const of = run.tenants[tenant];
      const network = run.network(0);
      if (!of) return;
      const answer = await run.createRequest(of, network, `converted ${id}`, {
        amount: (cents / 100).toFixed(2),
        invoiceCurrency: "EUR",
      });
      if (answer?.status === 201) {
        const { requestId, paymentReference } = answer.body;
        run.converted.set(id, { requestId, paymentReference, tenant: of, network });
      }
    });
  },
};

/** Asks what to pay, for a wallet or for anybody: the rate is promised for a while. */
export const asksForQuotes: StepKind = {
  weight: 12,
  plan(chance, planned) {
    const id = planned.one("converted", chance);
    if (id === null) return null;
    const wallet = chance.pick([PAYER, PAYER, OTHER_PAYER, null]);
    return stepOf("ask_for_quote", { id, wallet: wallet ?? "none" }, async (run) => {
      await askFor(run, id, wallet);
    });
  },
};

/** Pays what a quote asks for, its first half, or its rest; by the wallet that asked or by another, at once or much later. */
export const paysConverted: StepKind = {
  weight: 14,
  plan(chance, planned) {
    const id = planned.one("converted", chance);
    if (id === null) return null;
    const part = chance.pick<"whole" | "half" | "rest">(["whole", "half", "half", "rest"]);
    const payer = chance.pick([PAYER, PAYER, OTHER_PAYER] as const);
    return stepOf("pay_at_quote", { id, part, payer }, (run) => {
      const of = run.converted.get(id);
      const quote =
        of && run.model.conversions.quotes.findLast(({ requestId }) => requestId === of.requestId);
      if (!of || !quote) return;
      const half = quote.paymentAmount / 2n;
      const amount = { whole: quote.paymentAmount, half, rest: quote.paymentAmount - half }[part];
      payIn(run, of, amount, payer);
    });
  },
};

/**
 * Asks for a quote, sees the price move, and pays at that quote in two halves: by the wallet that asked or by another, in
 * time or when the quote is over. By chance alone these rarely follow each other in time.
 */
export const usesQuotes: StepKind = {
  weight: 12,
  plan(chance, planned) {
    const id = planned.one("converted", chance);
    if (id === null) return null;
    const payer = chance.pick([PAYER, PAYER, OTHER_PAYER] as const);
    const isLate = chance.chance(0.5);
    const cents = chance.pick([90, 100, 125]);
    return stepOf("use_quote", { id, payer, isLate, cents }, async (run) => {
      const { scheduler } = run.world;
      const quote = await askFor(run, id, PAYER);
      const of = run.converted.get(id);
      if (!quote || !of) return;
      setPrice(run, cents);
      // Prices are kept for a moment, so a quote in time is paid once the new one counts.
      const payAt = isLate ? quote.expiresAt + LATE_MS : scheduler.now + PRICE_COUNTS_MS;
      await scheduler.runUntil(Math.max(scheduler.now, payAt));
      const half = quote.paymentAmount / 2n;
      payIn(run, of, half, payer);
      await scheduler.runUntil(scheduler.now + SEEN_MS);
      run.look();
      payIn(run, of, quote.paymentAmount - half, payer);
      await scheduler.runUntil(scheduler.now + SEEN_MS);
    });
  },
};

/** The euro is worth something else. */
export const priceMoves: StepKind = {
  weight: 5,
  plan(chance) {
    const cents = chance.pick([90, 100, 108, 125]);
    return stepOf("price_moves", { cents }, (run) => setPrice(run, cents));
  },
};

/** Asks what to pay, for a wallet or, with null, for anybody. Returns the quote; null where there is none. */
async function askFor(run: RunContext, id: number, wallet: string | null): Promise<KnownQuote | null> {
  const of = run.converted.get(id);
  if (!of) return null;
  const query = wallet === null ? "" : `?wallet=${wallet}`;
  const answer = await run.call({
    tenant: of.tenant,
    method: "GET",
    path: `/v2/request/${of.requestId}/pay${query}`,
    // It is paid, or no node and no source of prices can be asked.
    expected: [400, 503],
  });
  const quote = answer?.status === 200 ? answer.body.quote : null;
  if (!quote) return null;
  const known = {
    requestId: of.requestId,
    payer: String(quote.payer).toLowerCase(),
    invoiceAmount: baseUnits(quote.invoiceAmount, INVOICE_DECIMALS),
    paymentAmount: baseUnits(quote.paymentAmount, DECIMALS),
    createdAt: Date.parse(quote.createdAt),
    expiresAt: Date.parse(quote.expiresAt),
  };
  run.model.conversions.promised(known);
  return known;
}

/** What one euro is worth, in cents of a dollar. */
export function setPrice(run: RunContext, cents: number): void {
  const { scheduler, nodes } = run.world;
  nodes.prices.set("EUR", (cents / 100).toFixed(2));
  nodes.prices.set("USDC", "1");
  const n = 10n ** BigInt(INVOICE_DECIMALS) * 100n;
  run.model.conversions.priceIs(scheduler.now, { n, d: 10n ** BigInt(DECIMALS) * BigInt(cents) });
}

function payIn(run: RunContext, of: Converted, amount: bigint, payer: `0x${string}`): void {
  const payment: TokenPayment = {
    token: of.network.of.token,
    recipient: PAYEE,
    amount,
    reference: `0x${of.paymentReference.slice(2)}`,
    feeAmount: 0n,
    feeAddress: NOBODY,
  };
  const hash = run.send(of.network, [payment], payer);
  run.world.trace.note(`sent: ${hash} pays ${amount} for ${of.requestId} from ${payer}`);
}
