import { lifiMismatch } from "@/components/pay/safety/crosschain/deposit-problem";
import type { Built } from "@/components/pay/safety/expected";
import type { Call } from "@/server/chains/evm/calldata";
import { verifyLifi } from "@/server/chains/evm/crosschain/lifi/verify";
import type { ExpectedDeposit } from "@/server/chains/evm/crosschain/verify";

/**
 * A transaction of LI.FI's diamond, once every part of it was compared with what the payer was shown. LI.FI builds it, so
 * the page cannot make it anew: what it may choose is its own number of the transfer, the name it counts us by, how much
 * more than what is paid may arrive, up to what leaves the wallet, and within bounds the times. All of that leaves payee, amount, reference, fees and
 * the refund as they are. Throws `Mismatch`.
 */
export function comparedLifi(
  expected: ExpectedDeposit,
  call: Call,
  { mostArrives, hide }: { mostArrives: bigint; hide: (text: string) => string },
): { built: Built; deadline: number } {
  const verified = verifyLifi(expected, call, { integrator: null, mostArrives });
  if (!verified.ok) throw lifiMismatch(verified.problem, hide);
  return {
    built: { contract: "LifiDiamond", to: call.to, data: call.data, value: 0n, feeLimit: null },
    deadline: verified.free.fillDeadline,
  };
}
