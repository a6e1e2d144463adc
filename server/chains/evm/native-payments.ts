import { decodeFunctionData } from "viem";
import { batchAbi } from "@/contracts/abis";
import type { Hex } from "@/server/chains/contract-addresses";

/** `paymentNetworkId` of the batch contract for native coin and for conversions into it (onchain.md §4). */
const NATIVE_GROUPS: ReadonlySet<bigint> = new Set([3n, 4n]);

/** How many native payments a call of the batch contract makes; 0 for data that is no such call. */
export function nativePaymentsInBatch(data: Hex): number {
  let call: ReturnType<typeof decodeFunctionData<typeof batchAbi>>;
  try {
    call = decodeFunctionData({ abi: batchAbi, data });
  } catch {
    return 0;
  }
  switch (call.functionName) {
    case "batchPayments":
      return call.args[0]
        .filter(({ paymentNetworkId }) => NATIVE_GROUPS.has(paymentNetworkId))
        .reduce((count, { requestDetails }) => count + requestDetails.length, 0);
    case "batchNativePayments":
    case "batchNativeConversionPayments":
      return call.args[0].length;
    default:
      return 0;
  }
}
