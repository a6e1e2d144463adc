import { createHash } from "node:crypto";
import { ApiError } from "@/server/errors";
import type { Source } from "@/server/requests/paying/crosschain/source";
import { type Link, networkOf } from "@/server/secure-payments/link";

/** The step that a refresh takes (XC-09). It names its link, so that one of another link is told apart. */
export function stepOf(
  link: Link,
  { network, token }: Source,
  { payer: wallet, recipient }: { payer: string; recipient: string },
) {
  return {
    id: [network.sourceChain, token.symbol, wallet.toLowerCase(), markOf(link)].join(":"),
    type: "cross",
    tool: "across",
    action: {
      fromChainId: network.chainId,
      toChainId: networkOf(link).chainId,
      fromAddress: wallet,
      toAddress: recipient,
    },
  };
}

/** Source and wallet of a step of this link. Throws 400 for a step of any other. */
export function readStep(
  link: Link,
  step: { id: string; tool: string; action: { toChainId: number; toAddress: string } },
): { chain: string; token: string; wallet: string } {
  const [chain = "", token = "", wallet = "", mark = ""] = step.id.split(":");
  const { chainId } = networkOf(link);
  const isOurs =
    mark === markOf(link) &&
    step.tool === "across" &&
    step.action.toChainId === chainId &&
    runnersOf(link).includes(step.action.toAddress.toLowerCase());
  if (!isOurs)
    throw new ApiError("crosschain_no_route", "The step is not one of this payment: its route is gone");
  return { chain, token, wallet };
}

/** The contracts that may pay it on its network: of Across, and of LI.FI. */
function runnersOf(link: Link): string[] {
  const { acrossHandler, lifiReceiver } = networkOf(link).contracts;
  return [acrossHandler, lifiReceiver].flatMap((contract) => contract?.address.toLowerCase() ?? []);
}

function markOf({ row }: Pick<Link, "row">): string {
  return createHash("sha256").update(`step ${row.id}`).digest("hex").slice(0, 16);
}
