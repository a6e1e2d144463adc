import type { Token } from "@/server/currencies/tokens";
import { ApiError } from "@/server/errors";
import type { Due } from "@/server/requests/paying/due";

/** One transfer of a transaction, whatever the network. Amounts are base units; the fee rides on top. */
export interface PlannedTransfer {
  role: "payment" | "fee";
  /** Position of the due it belongs to. */
  item: number;
  token: Token;
  payee: string;
  amount: bigint;
  reference: string;
  fee: { address: string; amount: bigint } | null;
}

/**
 * The transfers of one transaction, in their order: each payment, then its fees that travel alone. A payment
 * carries one fee, and all payments of a transaction the same receiver. That is the platform's when there is one; a
 * protocol fee beside it becomes a payment of its own, under its own reference. Throws 400 when platform fees go to
 * different addresses.
 */
export function plannedTransfers(dues: readonly Due[]): PlannedTransfer[] {
  const platforms = new Set(dues.flatMap((due) => due.platform?.address ?? []));
  if (platforms.size > 1) {
    throw new ApiError(
      "not_supported_yet",
      "Requests whose platform fees go to different addresses cannot be paid together",
    );
  }
  const [receiver = dues.find((due) => due.protocol)?.protocol?.address] = platforms;
  return dues.flatMap((due, item) => {
    const { token, platform, protocol } = due;
    const rides = protocol !== null && platform === null && protocol.address === receiver;
    const carried = rides ? protocol : platform;
    const fee = carried && { address: carried.address, amount: carried.amount };
    const { payee, amount, reference } = due;
    const apart = protocol && !rides ? [protocol, ...due.legs] : due.legs;
    return [
      { role: "payment" as const, item, token, payee, amount, reference, fee },
      ...apart.map((leg) => ({
        role: "fee" as const,
        item,
        token,
        payee: leg.address,
        amount: leg.amount,
        reference: leg.reference,
        fee: null,
      })),
    ];
  });
}
