import { isZeroAddress, parseAddress, sameAddress } from "@/server/chains/address";
import { NETWORKS, type NetworkId } from "@/server/chains/networks";
import type { Token } from "@/server/currencies/tokens";
import { invalidField } from "@/server/errors";

const PROBLEMS = {
  malformed: "is not an address",
  bad_checksum: "has a wrong checksum",
  wrong_family: "is an address of another network family",
} as const;

/**
 * An address that takes part in a payment on `network`, in its stored form (FM-09). Throws 400 naming the
 * field for a malformed or mistyped address, one of the other family, and the zero address. While the network is
 * not known, any family will do.
 */
export function partyAddress(field: string, network: NetworkId | undefined, text: string): string {
  const family = network ? NETWORKS[network].family : text.startsWith("T") ? "tron" : "evm";
  const parsed = parseAddress(family, text);
  if (!parsed.ok) throw invalidField(field, `${field} ${PROBLEMS[parsed.problem]}`);
  if (isZeroAddress(family, parsed.address)) throw invalidField(field, `${field} is the zero address`);
  return parsed.address;
}

/**
 * Like `partyAddress`, for one that receives money: also refuses the token itself and the payment contracts
 * of the network, from which nothing comes back.
 */
export function receiverAddress(field: string, token: Token | undefined, text: string): string {
  const address = partyAddress(field, token?.network, text);
  if (!token) return address;
  const { family, contracts } = NETWORKS[token.network];
  const isToken = token.address !== null && sameAddress(family, address, token.address);
  if (isToken) throw invalidField(field, `${field} is the token itself`);
  const isContract = Object.values(contracts).some(
    (contract) => contract !== null && sameAddress(family, address, contract.address),
  );
  if (isContract) throw invalidField(field, `${field} is a payment contract`);
  return address;
}
