import { addressBytes } from "@/server/chains/address";
import { NETWORKS } from "@/server/chains/networks";
import { walletText } from "@/server/chains/wallets/wallet-text";
import type { Reader } from "@/server/context";
import type { Token } from "@/server/currencies/tokens";
import { ApiError, invalidField } from "@/server/errors";
import { receivedByPayer, receivedFrom } from "@/server/payments/refunds/received";
import { receiverAddress } from "@/server/requests/creating/party-address";
import type { RequestRow } from "@/server/requests/draft";
import { newestRefundLink } from "@/server/requests/refunds/links/create";

/** Who gets a refund, and whose payments it sends back. */
export interface RefundReceiver {
  receiver: string;
  /** As in `refunds.payer`. */
  payer: string | null;
  refundLinkId: string | null;
}

/**
 * Who a refund of this request goes to: a wallet that paid it and was proven to. Money whose payer is not known goes to
 * nobody before the payer has named an address; the sender of a deposit may be an exchange. Throws 409
 * `refund_receiver_unknown`, and 400 where `asked` is somebody else or several paid.
 */
export async function receiverOf(
  db: Reader,
  { id: requestId }: Pick<RequestRow, "id">,
  token: Token,
  asked: string | undefined,
): Promise<RefundReceiver> {
  if (asked !== undefined) return checkedReceiver(db, requestId, token, asked);
  const all = await receivedByPayer(db, requestId);
  const known = all.flatMap(({ payer }) => payer ?? []);
  const [payer, ...others] = known;
  if (payer === undefined) {
    if (all.length === 0)
      throw new ApiError("refund_not_possible", "No payment of this request is confirmed");
    throw new ApiError("refund_receiver_unknown", UNKNOWN);
  }
  if (others.length > 0 || all.length > 1) {
    const wallets = known.map((wallet) => walletText(token.network, wallet));
    throw new ApiError("refund_receiver_unknown", "Several paid this request: name the receiver", {
      details: { payers: wallets },
    });
  }
  return { receiver: walletText(token.network, payer), payer, refundLinkId: null };
}

async function checkedReceiver(
  db: Reader,
  requestId: string,
  token: Token,
  asked: string,
): Promise<RefundReceiver> {
  const receiver = receiverAddress("receiver", token, asked);
  const payer = addressBytes(NETWORKS[token.network].family, receiver).toLowerCase();
  const { ofPayer } = await receivedFrom(db, requestId, payer);
  if (ofPayer > 0n) return { receiver, payer, refundLinkId: null };
  const link = await newestRefundLink(db, requestId);
  if (link?.receiver === receiver) return { receiver, payer: null, refundLinkId: link.id };
  throw invalidField(
    "receiver",
    "receiver has to be a wallet that paid the request, or an address that its payer named",
  );
}

const UNKNOWN =
  "It is not known who paid: a plain transfer may come from an exchange. Ask the payer to name an address";
