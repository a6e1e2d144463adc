import type { Ctx } from "@/server/context";
import { isPaymentTokenFor } from "@/server/currencies/conversion";
import { type InvoiceCurrency, invoiceCurrencyById } from "@/server/currencies/invoice-currency";
import type { Token } from "@/server/currencies/tokens";
import { invalidField } from "@/server/errors";
import { feePlanFor } from "@/server/fees/plan-for";
import { protocolReceiver } from "@/server/fees/protocol-fee";

/**
 * The currency that a link is written in, where it is not the token it is paid in; null for a link in the token. Asks
 * for no price. Throws 400 for a currency that cannot be converted into the token, and for a link that could not be
 * priced as a whole: several payments, or fees beside the payment.
 */
export async function invoiceOfLink(
  ctx: Ctx,
  items: readonly { invoiceCurrency?: string | undefined }[],
  token: Token,
): Promise<InvoiceCurrency | null> {
  const named = items.map(({ invoiceCurrency = token.id }) => invoiceCurrency);
  const index = named.findIndex((id) => id !== token.id);
  const id = named[index];
  if (id === undefined) return null;
  const field = `requests.${index}.invoiceCurrency`;
  if (items.length > 1) {
    throw invalidField(field, "A link in another currency than it is paid in holds one payment");
  }
  const invoice = invoiceCurrencyById(id);
  if (!invoice) throw invalidField(field, `Unsupported invoice currency ${id}`);
  if (
    !isPaymentTokenFor(invoice, token) ||
    !ctx.prices.isOffered(invoice.symbol, token.symbol, token.network)
  ) {
    throw invalidField(field, `An invoice in ${invoice.id} cannot be paid in ${token.id}`);
  }
  await refuseFees(ctx, token, field);
  return invoice;
}

/** The fees of a link are fixed in its token when it is created, before its amount in the token is known. */
async function refuseFees(ctx: Ctx, token: Token, field: string): Promise<void> {
  const { orchestratorId, clientId } = ctx.caller;
  const plan = await feePlanFor(ctx, {
    flow: "get_paid",
    token,
    amount: 10n ** BigInt(token.decimals + 3),
    orchestratorId,
    clientIdId: clientId?.id ?? null,
  });
  const hasProtocolFee =
    ctx.config.protocolFee.bps > 0 && Boolean(protocolReceiver(ctx.config, token.network));
  if (!hasProtocolFee && (plan?.fees.length ?? 0) === 0) return;
  throw invalidField(field, "A link in another currency than it is paid in cannot have fees");
}
