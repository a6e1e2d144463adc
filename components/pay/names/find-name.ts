import type { Chain, Client, HttpTransport } from "viem";
import { getEnsName, normalize, toCoinType } from "viem/ens";
import type { Hex } from "@/server/chains/contract-addresses";

/** The resolver that answers for all of ENS, on mainnet. */
const UNIVERSAL_RESOLVER: Hex = "0xeeeeeeee14d718c2b47d9923deab1335e144eeee";
/** A longer one says nothing at a glance. */
const MAX_LENGTH = 60;

/**
 * The name that an address has chosen for a chain (PP-03), checked in both directions by the resolver. `client` reads
 * mainnet. Null without one, for a name that is not written in its one proper form, since such look like others, for
 * one that only a gateway elsewhere knows, and when nobody answers: a name is a courtesy, the address is what counts.
 */
export async function findName(
  client: Client<HttpTransport, Chain>,
  address: Hex,
  chainId: number,
): Promise<string | null> {
  try {
    // Without this, a resolver could send the payer's browser to any server.
    const name = await getEnsName(
      { ...client, ccipRead: false },
      { address, coinType: toCoinType(chainId), universalResolverAddress: UNIVERSAL_RESOLVER },
    );
    return name !== null && name.length <= MAX_LENGTH && normalize(name) === name ? name : null;
  } catch {
    return null;
  }
}
