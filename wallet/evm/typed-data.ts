import type { TypedData } from "@/wallet/wallet";

/** The fields of a domain that names a chain, in the order of EIP-712. One that names none brings its own. */
const EIP712Domain = [
  { name: "name", type: "string" },
  { name: "version", type: "string" },
  { name: "chainId", type: "uint256" },
  { name: "verifyingContract", type: "address" },
];

/** Typed data as `eth_signTypedData_v4` takes it: JSON that names the type of the domain as well. */
export function typedDataJson({ domain, types, primaryType, message }: TypedData): string {
  return JSON.stringify({ domain, types: { EIP712Domain, ...types }, primaryType, message });
}
