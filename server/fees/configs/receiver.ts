import { type ChainFamily, isZeroAddress, parseAddress, sameAddress } from "@/server/chains/address";
import { NETWORKS } from "@/server/chains/networks";
import { TOKENS } from "@/server/currencies/tokens";
import { invalidField } from "@/server/errors";

const PROBLEMS = {
  malformed: "is not an address",
  bad_checksum: "has a wrong checksum",
  wrong_family: "is an address of another network family",
} as const;

/**
 * Where a fee goes on every network of a family, in stored form. Throws 400 naming the field for what is no address of
 * the family, the zero address, and a token or payment contract, to which no fee arrives.
 */
export function feeReceiver(field: string, family: ChainFamily, text: string): string {
  const parsed = parseAddress(family, text);
  if (!parsed.ok) throw invalidField(field, `${field} ${PROBLEMS[parsed.problem]}`);
  const { address } = parsed;
  if (isZeroAddress(family, address)) throw invalidField(field, `${field} is the zero address`);
  const isOne = (other: string | null) => other !== null && sameAddress(family, address, other);
  const networks = Object.values(NETWORKS).filter((network) => network.family === family);
  const contracts = networks.flatMap((network) => Object.values(network.contracts));
  if (contracts.some((contract) => contract !== null && isOne(contract.address))) {
    throw invalidField(field, `${field} is a payment contract`);
  }
  const ids = new Set<string>(networks.map(({ id }) => id));
  if (TOKENS.some((token) => ids.has(token.network) && isOne(token.address))) {
    throw invalidField(field, `${field} is a token`);
  }
  return address;
}
