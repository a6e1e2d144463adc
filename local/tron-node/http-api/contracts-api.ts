import { keccak256 } from "viem";
import { z } from "zod";
import { readArtifact } from "@/contracts/artifact";
import type { ChainState } from "@/local/tron-node/chain/state";
import { printAddress, readAddress, toEvm } from "@/local/tron-node/codec/address";
import { NETWORKS } from "@/server/chains/networks";
import { tokensOf } from "@/server/currencies/tokens";

/** `getcontract`: the ABI in the node's own words; `{}` where no contract stands. */
export async function getContract(state: ChainState, body: unknown, visible: boolean) {
  const { value } = z.object({ value: z.string().default("") }).parse(body);
  const address = readAddress(value, visible) ?? readAddress(value, !visible);
  if (address === undefined) return {};
  const code = await state.evm.code(toEvm(address));
  if (code === "0x") return {};
  const name = nameOf(printAddress(address, true));
  return {
    contract_address: printAddress(address, visible),
    abi: name === undefined ? {} : { entrys: await entriesOf(name) },
    ...(name === undefined ? {} : { name }),
    bytecode: code.slice(2),
    consume_user_resource_percent: 100,
    origin_energy_limit: 10_000_000,
    code_hash: keccak256(code).slice(2),
  };
}

/** Which contract of ours stands at this production address. */
function nameOf(address: string): string | undefined {
  const { erc20FeeProxy, batch, multicall3, depositFactory, depositAccount } = NETWORKS.tron.contracts;
  if (address === erc20FeeProxy.address) return "ERC20FeeProxy";
  if (address === batch?.address) return "ERC20BatchPayments";
  if (address === multicall3?.address) return "Multicall3";
  if (address === depositFactory?.address) return "DepositFactory";
  if (address === depositAccount?.address) return "DepositAccount";
  const token = tokensOf("tron").find((candidate) => candidate.address === address);
  if (token === undefined) return undefined;
  return token.symbol === "USDT" ? "TronUsdtToken" : "TestToken";
}

async function entriesOf(name: string): Promise<unknown[]> {
  const { abi } = await readArtifact(name);
  return abi.flatMap((entry) => {
    if (entry.type === "error") return [];
    const { type, ...rest } = entry;
    const state = "stateMutability" in entry ? { stateMutability: capital(entry.stateMutability) } : {};
    return [{ ...rest, type: capital(type), ...state }];
  });
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
