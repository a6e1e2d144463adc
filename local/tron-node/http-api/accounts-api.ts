import { z } from "zod";
import { NodeError } from "@/local/tron-node/chain/node-error";
import { inUse } from "@/local/tron-node/chain/resources";
import { type ChainState, evmBlockOf, headOf, type View } from "@/local/tron-node/chain/state";
import { type Hex21, printAddress, readAddress, toEvm } from "@/local/tron-node/codec/address";
import { withoutZero } from "@/local/tron-node/http-api/blocks-api";
import { tronToHex20 } from "@/server/chains/address";

const Body = z.object({ address: z.string().default("") });

/** What the whole network shares out among those who staked: figures of the main network. */
const TOTALS = {
  TotalNetLimit: 43_200_000_000n,
  TotalNetWeight: 26_982_826_755n,
  TotalEnergyLimit: 180_000_000_000n,
  TotalEnergyWeight: 19_302_462_166n,
};
const EVERYTHING_ALLOWED = "7fff1fc0033ec30f000000000000000000000000000000000000000000000000";

/** `getaccount`: balance in sun and the default permissions; `{}` for an account that is not there. */
export async function getAccount(state: ChainState, view: View, body: unknown, visible: boolean) {
  const address = askedAddress(body, visible);
  const balance = await state.evm.balance(toEvm(address), evmBlockOf(state, view));
  const opened = state.activated.get(address);
  const isOpen = opened !== undefined && opened <= headOf(state, view).number;
  if (balance === 0n && !isOpen) return {};
  const keys = [{ address: printAddress(address, visible), weight: 1 }];
  return {
    address: printAddress(address, visible),
    ...withoutZero({ balance, create_time: state.blocks[opened ?? 0]?.timestamp }),
    owner_permission: { permission_name: "owner", threshold: 1, keys },
    active_permission: [
      {
        type: "Active",
        id: 2,
        permission_name: "active",
        threshold: 1,
        operations: EVERYTHING_ALLOWED,
        keys,
      },
    ],
    ...withoutZero({ free_net_usage: inUse(state.usages.freeNet.get(address), state.now()) }),
  };
}

/** `getaccountresource`: bandwidth and energy; `{}` for an account that is not there. */
export async function getAccountResource(state: ChainState, body: unknown, visible: boolean) {
  const address = askedAddress(body, visible);
  if (!(await isThere(state, address))) return {};
  return withoutZero({
    ...netOf(state, address),
    ...energyOf(state, address),
    TotalNetLimit: TOTALS.TotalNetLimit,
    TotalNetWeight: TOTALS.TotalNetWeight,
    TotalEnergyLimit: TOTALS.TotalEnergyLimit,
    TotalEnergyWeight: TOTALS.TotalEnergyWeight,
  });
}

/** `getaccountnet`: the bandwidth part of it. */
export async function getAccountNet(state: ChainState, body: unknown, visible: boolean) {
  const address = askedAddress(body, visible);
  if (!(await isThere(state, address))) return {};
  const { TotalNetLimit, TotalNetWeight } = TOTALS;
  return withoutZero({ ...netOf(state, address), TotalNetLimit, TotalNetWeight });
}

/** `validateaddress`: Base58Check or `41…` hex, whatever the caller wrote. */
export function validateAddress(body: unknown) {
  const { address } = Body.parse(body);
  if (readAddress(address, false)) return { result: true, message: "Hex string format" };
  try {
    tronToHex20(address);
    return { result: true, message: "Base58check format" };
  } catch {
    return { result: false, message: address.startsWith("T") ? "Invalid address" : "Length error" };
  }
}

function askedAddress(body: unknown, visible: boolean): Hex21 {
  const address = readAddress(Body.parse(body).address, visible);
  if (address !== undefined) return address;
  throw new NodeError("org.tron.core.services.http.JsonFormat$ParseException", "1:13: INVALID hex String");
}

async function isThere(state: ChainState, address: Hex21): Promise<boolean> {
  return state.activated.has(address) || (await state.evm.balance(toEvm(address))) > 0n;
}

function netOf(state: ChainState, address: Hex21) {
  const now = state.now();
  return {
    freeNetUsed: inUse(state.usages.freeNet.get(address), now),
    freeNetLimit: state.parameters.freeNetLimit,
    NetUsed: inUse(state.usages.net.get(address), now),
    NetLimit: state.staked.get(address)?.net ?? 0n,
  };
}

function energyOf(state: ChainState, address: Hex21) {
  return {
    EnergyUsed: inUse(state.usages.energy.get(address), state.now()),
    EnergyLimit: state.staked.get(address)?.energy ?? 0n,
  };
}
