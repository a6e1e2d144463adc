import { and, eq, gt, isNull } from "drizzle-orm";
import { depositAddresses, refundLinks, requests } from "@/db/schema";
import { recordAudit } from "@/server/audit/record";
import { contactOf, type NamedContact } from "@/server/branding/contact";
import { brandingOf } from "@/server/branding/find";
import { merchantOf } from "@/server/branding/merchant";
import type { Branding } from "@/server/branding/schema";
import { addressBytes, sameAddress } from "@/server/chains/address";
import { NETWORKS } from "@/server/chains/networks";
import { type Ctx, inTransaction, type Reader } from "@/server/context";
import { type Token, tokenById } from "@/server/currencies/tokens";
import { ApiError, invalidField } from "@/server/errors";
import { formatAmount } from "@/server/lib/amount";
import { hashSecret } from "@/server/lib/ids";
import { wasSentFrom } from "@/server/payments/deposit-addresses/sent-from";
import { refundableTo } from "@/server/payments/refunds/keep";
import { receiverAddress } from "@/server/requests/creating/party-address";
import type { RequestRow } from "@/server/requests/draft";
import type { RefundLinkRow } from "@/server/requests/refunds/links/create";
import type { AddressNamed, NameAddressBody, RefundLinkOpened } from "@/server/requests/refunds/links/schema";
import { screenReceiver } from "@/server/requests/refunds/screen-receiver";

interface OpenedLink {
  link: RefundLinkRow;
  request: RequestRow;
  token: Token;
}

/** What the page of a link shows, and how it looks. */
export interface RefundLinkPage {
  status: "open" | "named";
  merchant: string | null;
  branding: Branding | null;
  contact: NamedContact | null;
  reference: string | null;
  amount: string;
  token: Token;
  expiresAt: Date;
}

/** A link for whoever has it. Throws 404 `refund_link_not_found`, also for one whose time is over. */
export async function readRefundLink(ctx: Ctx, secret: string): Promise<RefundLinkPage> {
  const { link, request, token } = await findLink(ctx, secret);
  const { platformId, clientIdId } = request;
  const branding = await brandingOf(ctx, { platformId, clientIdId });
  const { name } = await merchantOf(ctx, platformId, branding);
  return {
    status: link.namedAt === null ? "open" : "named",
    merchant: name,
    branding,
    contact: contactOf(branding, name),
    reference: request.reference,
    amount: formatAmount(await refundableTo(ctx.db, request.id, null), token.decimals),
    token,
    expiresAt: link.expiresAt,
  };
}

/** `readRefundLink` as the API says it. */
export async function openRefundLink(ctx: Ctx, secret: string): Promise<RefundLinkOpened> {
  const page = await readRefundLink(ctx, secret);
  const { status, merchant, reference, amount, token } = page;
  const contact = page.contact?.contact;
  return {
    status,
    merchant,
    contact: contact === undefined ? null : contact.kind === "mail" ? contact.address : contact.url,
    reference,
    amount,
    currency: token.symbol,
    network: token.network,
    expiresAt: page.expiresAt.toISOString(),
  };
}

/**
 * Takes the address that a payer names, once: whoever comes later with the same link changes nothing. It is screened where
 * the link that asked for the money screens. Nothing is sent by that: the merchant reads it in full, and a refund that is
 * prepared names it. Throws 404 `refund_link_not_found`, 409 `refund_link_used`, 400 for an address that money would be
 * lost at or that is the merchant's own, 403 `refund_address_rejected`.
 */
export async function nameRefundAddress(
  ctx: Ctx,
  secret: string,
  body: NameAddressBody,
): Promise<AddressNamed> {
  const { link, request, token } = await findLink(ctx, secret);
  const address = receiverAddress("receiver", token, body.receiver);
  // Whoever did not hear the answer asks again.
  if (link.receiver === address) return { receiver: address };
  if (link.namedAt !== null) throw used();
  await refuseAddress(ctx.db, request, token, address);
  await screenReceiver(ctx, request, address);
  await inTransaction(ctx, async (tx) => {
    const now = tx.now();
    const named = await tx.db
      .update(refundLinks)
      .set({ receiver: address, namedAt: now })
      .where(and(eq(refundLinks.id, link.id), isNull(refundLinks.namedAt), gt(refundLinks.expiresAt, now)))
      .returning({ id: refundLinks.id });
    if (named.length === 0) throw used();
    await recordAudit(tx, {
      action: "refund_link.updated",
      subject: link.id,
      platformId: request.platformId,
      details: { requestId: request.requestId.slice(2), receiver: address },
    });
  });
  return { receiver: address };
}

function used(): ApiError {
  return new ApiError(
    "refund_link_used",
    "An address was named on this link; ask the merchant for another one",
  );
}

async function findLink(ctx: Ctx, secret: string): Promise<OpenedLink> {
  const [found] = await ctx.db
    .select({ link: refundLinks, request: requests })
    .from(refundLinks)
    .innerJoin(requests, eq(requests.id, refundLinks.requestId))
    .where(eq(refundLinks.tokenHash, hashSecret(secret)));
  const token = found && tokenById(found.request.paymentCurrency);
  const isOver = found !== undefined && found.link.namedAt === null && found.link.expiresAt <= ctx.now();
  if (!found || !token || isOver)
    throw new ApiError("refund_link_not_found", "This link does not exist, or its time is over");
  return { ...found, token };
}

/** Addresses that are nobody's to take a refund: the merchant's, those of the request, and those that exchanges sent from. */
async function refuseAddress(db: Reader, request: RequestRow, token: Token, address: string): Promise<void> {
  const { family } = NETWORKS[token.network];
  if (sameAddress(family, address, request.payee)) {
    throw invalidField("receiver", "This is the merchant's own address");
  }
  const bytes = addressBytes(family, address).toLowerCase();
  if (await wasSentFrom(db, request.id, bytes)) {
    throw invalidField(
      "receiver",
      "The money was sent from this address. If it is an exchange's, money that goes there is lost: name your own deposit address at the exchange, or a wallet",
    );
  }
  const [own] = await db
    .select({ address: depositAddresses.address })
    .from(depositAddresses)
    .where(and(eq(depositAddresses.network, token.network), eq(depositAddresses.address, bytes)))
    .limit(1);
  if (own) throw invalidField("receiver", "This is an address to pay the merchant at");
}
