import { decodeFunctionResult, encodeFunctionData, parseAbi } from "viem/utils";
import type { AccountOwnership } from "@/server/chains/adapter";
import type { Hex } from "@/server/chains/contract-addresses";
import { accountKind } from "@/server/chains/evm/contract-signature";
import type { Rpc } from "@/server/chains/evm/rpc";
import { askUntrusted, decodeUntrusted } from "@/server/chains/evm/untrusted/ask";
import { UNTRUSTED } from "@/server/chains/untrusted-limits";

/** How smart accounts say whose they are: those with one owner, Safes, and those with owners of several kinds. */
const ABI = parseAbi([
  "function owner() view returns (address)",
  "function isOwner(address wallet) view returns (bool)",
  "function isOwnerAddress(address wallet) view returns (bool)",
  "function getOwners() view returns (address[])",
]);

/**
 * Whether a smart account says that a wallet is its owner, or one of them. A key's account is nobody else's, also
 * where it delegated itself to a contract. Throws `ChainError` when the node did not answer.
 */
export async function accountOwnership(
  rpc: Rpc,
  { account, wallet }: { account: Hex; wallet: Hex },
): Promise<AccountOwnership> {
  if ((await accountKind(rpc, account)) !== "contract") return "no_contract";
  const is = (address: Hex) => address.toLowerCase() === wallet.toLowerCase();
  const answers = await Promise.all([
    ask(rpc, account, "owner", [], (owner) => is(owner as Hex)),
    ask(rpc, account, "isOwner", [wallet], Boolean),
    ask(rpc, account, "isOwnerAddress", [wallet], Boolean),
    ask(rpc, account, "getOwners", [], (owners) => (owners as readonly Hex[]).some(is)),
  ]);
  if (answers.includes(true)) return "owner";
  return answers.includes(false) ? "not_owner" : "unknown";
}

type Question = (typeof ABI)[number]["name"];

/** Null where the account does not have this function, or answers what cannot be such an answer. */
async function ask(
  rpc: Rpc,
  account: Hex,
  functionName: Question,
  args: readonly Hex[],
  means: (answer: unknown) => boolean,
): Promise<boolean | null> {
  const data = encodeFunctionData({ abi: ABI, functionName, args } as Parameters<
    typeof encodeFunctionData
  >[0]);
  const answer = await askUntrusted(rpc, UNTRUSTED.accountOwner, { to: account, data });
  return decodeUntrusted(UNTRUSTED.accountOwner, answer, (bytes) =>
    means(decodeFunctionResult({ abi: ABI, functionName, data: bytes })),
  );
}
