import { maxUint256 } from "viem";
import type { Ctx } from "@/server/context";
import { ApiError, invalidField } from "@/server/errors";
import { quittanceSigner } from "@/server/keys/quittance-signer";
import { newId } from "@/server/lib/ids";
import { PriceUnavailable, type Rate } from "@/server/prices/price-book";
import { type Quoted, type QuoteRow, quoteOnWire, quoteTypedData } from "@/server/quotes/quote";
import { paymentFor, rateText } from "@/server/quotes/rate";
import { sourcesOf } from "@/server/quotes/source";

/** A promise that somebody asks for. */
export interface QuoteAsked extends Quoted {
  /** Key of the wallet that is going to pay (`walletKey`); empty where none was named. */
  payer: string;
  /** Base units of the invoice currency. */
  amount: bigint;
}

/** A rate that was promised already, and until when. */
type Promised = Pick<QuoteRow, "rate" | "sources" | "createdAt" | "expiresAt">;

/**
 * A signed quote that is not stored yet. While a promise to the same payer lives, another amount is quoted at the same
 * rate and until the same time. Throws 503 `price_unavailable` with the reason.
 */
export async function draftQuote(
  ctx: Pick<Ctx, "config" | "now" | "prices">,
  asked: QuoteAsked,
  promised: Promised | null,
): Promise<QuoteRow> {
  const { request, invoice, token, payer, amount } = asked;
  const { rate, sources, createdAt, expiresAt } = promised ?? (await promise(ctx, asked));
  const scales = { invoiceDecimals: invoice.decimals, paymentDecimals: token.decimals };
  const paymentAmount = paymentFor(amount, rate, scales);
  if (paymentAmount > maxUint256) throw invalidField("amount", `Amount is too large in ${token.symbol}`);
  const row: QuoteRow = {
    id: newId(ctx.now()),
    requestId: request.id,
    payer,
    paymentCurrency: token.id,
    rate,
    sources,
    invoiceAmount: amount,
    paymentAmount,
    createdAt,
    expiresAt,
    signature: "",
    supersededBy: null,
  };
  const { signature: _, ...unsigned } = quoteOnWire(asked, row);
  const signature = await quittanceSigner(ctx.config).signTypedData(quoteTypedData(unsigned));
  return { ...row, signature };
}

async function promise(ctx: Pick<Ctx, "config" | "now" | "prices">, asked: QuoteAsked): Promise<Promised> {
  const rate = await rateOf(ctx, asked);
  const createdAt = ctx.now();
  return {
    rate: rateText(rate.ratio),
    sources: sourcesOf(rate),
    createdAt,
    expiresAt: new Date(createdAt.getTime() + ctx.config.quoteSeconds * 1_000),
  };
}

async function rateOf({ prices }: Pick<Ctx, "prices">, { invoice, token }: Quoted): Promise<Rate> {
  try {
    return await prices.rate(invoice.symbol, token.symbol, token.network);
  } catch (error) {
    if (!(error instanceof PriceUnavailable)) throw error;
    throw new ApiError(
      "price_unavailable",
      `No rate from ${invoice.symbol} to ${token.symbol}: ${error.message}`,
      {
        details: { code: "price_unavailable" },
        cause: error,
      },
    );
  }
}
