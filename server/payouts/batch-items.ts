import { parseAddress } from "@/server/chains/address";
import type { Ctx } from "@/server/context";
import type { InvoiceCurrency } from "@/server/currencies/invoice-currency";
import { settlementCurrencies } from "@/server/currencies/settlement-token";
import { type Token, tokenById } from "@/server/currencies/tokens";
import { ApiError, checkFields } from "@/server/errors";
import { batchNetwork, tronBatch } from "@/server/payouts/one-network";
import type { BatchItem } from "@/server/payouts/schema";
import { receiverAddress } from "@/server/requests/creating/party-address";
import { invoicedAmount, type RequestFacts } from "@/server/requests/draft";

/**
 * What the items of a batch ask for. Rules about the batch come first (PO-05, PO-06), then each item on its
 * own: throws 400 naming the field, as in `requests.3.amount`.
 */
export function batchFacts(ctx: Pick<Ctx, "chains" | "prices">, items: readonly BatchItem[]): RequestFacts[] {
  if (items.some((item) => parseAddress("tron", item.payee).ok)) throw tronBatch();
  const networks = items.flatMap((item) => tokenById(item.paymentCurrency)?.network ?? []);
  if (networks.length > 0) batchNetwork(networks);
  const checks = items.map((item, index) => [index, () => inItem(index, () => factsOf(ctx, item))] as const);
  return Object.values(checkFields<Record<string, RequestFacts>>(Object.fromEntries(checks)));
}

function factsOf(ctx: Pick<Ctx, "chains" | "prices">, item: BatchItem): RequestFacts {
  let token: Token | undefined;
  let invoice: InvoiceCurrency | undefined;
  const checked = checkFields({
    token: () => {
      const currencies = settlementCurrencies(ctx, item.invoiceCurrency, item.paymentCurrency);
      ({ token, invoice } = currencies);
      return currencies.token;
    },
    payee: () => receiverAddress("payee", token, item.payee),
    amount: () => invoicedAmount("amount", item.amount, invoice),
  });
  return { kind: "payout", ...checked, invoice, payer: null };
}

/** Field errors of one item, told from the root of the body. */
function inItem<T>(index: number, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ApiError) || !error.issues) throw error;
    const issues = error.issues.map((issue) => ({ ...issue, path: ["requests", index, ...issue.path] }));
    throw new ApiError(error.code, error.message, { issues, cause: error });
  }
}
