import { concat, encodeDeployData, getCreate2Address, type Hex, keccak256, zeroHash } from "viem";
import { readArtifact } from "./artifact";

/** The deployment proxy that stands at this address on every EVM network: salt and code in, contract out. */
export const DEPLOYMENT_PROXY: Hex = "0x4e59b44847b379578588920cA78FbF26c0B4956C";

/** A contract that has one address on all EVM networks, and the transaction that deploys it. */
export interface FixedDeployment {
  name: string;
  address: Hex;
  to: Hex;
  data: Hex;
}

/** A contract of ours deployed through the proxy: its address is the hash of its code and arguments. */
export async function fixedDeployment(name: string, ...args: unknown[]): Promise<FixedDeployment> {
  const creation = await creationOf(name, ...args);
  const bytecodeHash = keccak256(creation);
  return {
    name,
    address: getCreate2Address({ from: DEPLOYMENT_PROXY, salt: zeroHash, bytecodeHash }),
    to: DEPLOYMENT_PROXY,
    data: concat([zeroHash, creation]),
  };
}

/** Creation code of a contract of ours with its constructor arguments. */
export async function creationOf(name: string, ...args: unknown[]): Promise<Hex> {
  const { abi, bytecode } = await readArtifact(name);
  return encodeDeployData({ abi, bytecode, args });
}
