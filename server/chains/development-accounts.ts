import { sha256 } from "@noble/hashes/sha2.js";
import { createBase58check } from "@scure/base";
import { type Hex, hexToBytes, toHex } from "viem";
import { HDKey, privateKeyToAddress } from "viem/accounts";
import type { NetworkId } from "@/server/chains/networks";

/** Public, and therefore worthless outside local chains. Every development tool knows these accounts. */
export const DEVELOPMENT_MNEMONIC = "test test test test test test test test test test test junk";

/**
 * The key at `m/44'/60'/0'/0` of the mnemonic, as BIP-32 writes it. To make it of the words takes 2,048 rounds of a hash,
 * and every process of a local stack asks for some accounts as it starts.
 */
const PARENT_KEY =
  "xprv9zz7v8QuW9DB5aPK3A4sGm1Nd3gNbg3NznE3Gu3TUPDFCEvZwALBrjY5d5h8eyKywqqFkKXDaxAKsmL4qVMzN3wBGaC2h3WoJT74EVuGwZi";

/** A development account on EVM chains and, with the same key, on Tron. */
export interface DevelopmentAccount {
  address: Hex;
  privateKey: Hex;
  tronAddress: string;
}

/** Who is who on local chains, by position in the mnemonic. Position 0 places the contracts. */
const POSITIONS = { merchant: 1, payer: 2, payer2: 3, recipient: 4, blocked: 5, traveller: 6 } as const;

export type AccountName = keyof typeof POSITIONS;
export type DevelopmentAccounts = Record<AccountName, DevelopmentAccount>;

/** The named accounts of `stack.json`. */
export function developmentAccounts(): DevelopmentAccounts {
  return {
    merchant: developmentAccount(POSITIONS.merchant),
    payer: developmentAccount(POSITIONS.payer),
    payer2: developmentAccount(POSITIONS.payer2),
    recipient: developmentAccount(POSITIONS.recipient),
    blocked: developmentAccount(POSITIONS.blocked),
    traveller: developmentAccount(POSITIONS.traveller),
  };
}

const derived = new Map<number, DevelopmentAccount>();
let parent: HDKey | undefined;

/** Whose tokens are on one network alone, so that everything else is paid from there. */
const ONLY_ON: Partial<Record<string, NetworkId>> = { traveller: "mainnet" };

/** Whether a named account gets tokens on this local chain; all of them have its native coin. */
export function hasTokensOn(name: string, network: NetworkId): boolean {
  return (ONLY_ON[name] ?? network) === network;
}

/** The account at `m/44'/60'/0'/0/<position>` of the development mnemonic. Derived once. */
export function developmentAccount(position: number): DevelopmentAccount {
  const account = derived.get(position) ?? derive(position);
  derived.set(position, account);
  return account;
}

function derive(position: number): DevelopmentAccount {
  parent ??= HDKey.fromExtendedKey(PARENT_KEY);
  const key = parent.deriveChild(position).privateKey;
  if (key === null || key === undefined) throw new Error("the development mnemonic gave no private key");
  const privateKey = toHex(key);
  const address = privateKeyToAddress(privateKey);
  return { address, privateKey, tronAddress: toTronAddress(address) };
}

/** Tron writes the same 20 bytes with prefix 0x41 in Base58Check. */
function toTronAddress(address: Hex): string {
  return createBase58check(sha256).encode(new Uint8Array([0x41, ...hexToBytes(address)]));
}
