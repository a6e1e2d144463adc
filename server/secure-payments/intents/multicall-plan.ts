import { keccak256, stringToHex } from "viem";
import { type Ctx, inTransaction } from "@/server/context";
import { invalidField } from "@/server/errors";
import { requireChildren } from "@/server/secure-payments/intents/multicall-receipt";
import { keepIntent, storedWallet } from "@/server/secure-payments/keep-intent";
import { isMulticall } from "@/server/secure-payments/multicall/multicall";
import { readableLink } from "@/server/secure-payments/reader";
import type { MulticallPlan, MulticallPlanKept } from "@/server/secure-payments/wire/multicall-schema";

/**
 * Notes what a payer's page is about to have signed for a multicall (MC-18), once for the same words. It is a claim of
 * whoever has the link: it moves nothing and blocks nobody. Throws 400 for another link and for children that are not.
 */
export async function recordPlan(ctx: Ctx, token: string, body: MulticallPlan): Promise<MulticallPlanKept> {
  const multicall = await readableLink(ctx, token);
  if (!isMulticall(multicall)) throw invalidField("token", "Only a multicall has such an intent");
  requireChildren(multicall, body.transactionIndices);
  const payerAddress = storedWallet("smartAccountAddress", body.smartAccountAddress);
  const payerEoaAddress = storedWallet("payerEoaAddress", body.payerEoaAddress);
  const isOpen = multicall.status === "pending" || multicall.status === "partially_settled";
  if (!isOpen) return { recorded: 0 };
  const { chain, ...details } = body;
  await inTransaction(ctx, (tx) =>
    keepIntent(tx, multicall, {
      kind: "planned_bundle",
      intentKey: keccak256(stringToHex(JSON.stringify(body))),
      chain,
      token: null,
      payerAddress,
      payerEoaAddress,
      details,
    }),
  );
  return { recorded: body.transactionIndices.length };
}
