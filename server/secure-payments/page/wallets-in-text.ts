import { hex20ToTron, parseAddress } from "@/server/chains/address";
import { parseAnyAddress } from "@/server/chains/any-address";

/**
 * The wallet a text is, in stored form with EVM in lower case: `0x` and without, in any case; ICAP; the account
 * of CAIP-10; Tron in Base58 and in its hex forms. Null for any other text.
 */
export function walletIn(text: string): string | null {
  const bare = text
    .normalize("NFKC")
    .trim()
    .replace(/^(?:eip155|tron):[^:]*:/i, "");
  const evm = /^(?:0x)?([0-9a-f]{40})$/i.exec(bare)?.[1] ?? icapHex(bare);
  if (evm !== undefined && evm !== null) return `0x${evm.toLowerCase()}`;
  const tron = /^(?:0x)?41([0-9a-f]{40})$/i.exec(bare)?.[1];
  if (tron !== undefined) return hex20ToTron(`0x${tron}`);
  const parsed = parseAnyAddress(bare);
  return typeof parsed === "object" ? parsed.address : null;
}

/** Whether a wallet's address stands anywhere in a text, also in pieces or inside longer data. */
export function holdsWallet(text: string): boolean {
  const plain = text.normalize("NFKC");
  const joined = plain.replaceAll(/[^0-9A-Za-z]/g, "");
  return [plain, joined].some((one) => holdsHex(one) || holdsTron(one) || holdsIcap(one));
}

/** Hashes have 64 characters; everything else that long may hold an address, as calldata does. */
function holdsHex(text: string): boolean {
  const runs = text.match(/[0-9a-f]{40,}/gi) ?? [];
  return runs.some((run) => run.length !== 64 || /^0{24}/.test(run));
}

function holdsTron(text: string): boolean {
  const word = /(?<![1-9A-HJ-NP-Za-km-z])T[1-9A-HJ-NP-Za-km-z]{33}(?![1-9A-HJ-NP-Za-km-z])/;
  if (word.test(text)) return true;
  const inside = text.matchAll(/(?=(T[1-9A-HJ-NP-Za-km-z]{33}))/g);
  return [...inside].some(([, address]) => address !== undefined && parseAddress("tron", address).ok);
}

function holdsIcap(text: string): boolean {
  const inside = text.matchAll(/(?=(XE\d{2}[0-9a-z]{30,31}))/gi);
  return [...inside].some(
    ([, found]) => found !== undefined && [34, 35].some((end) => icapHex(found.slice(0, end))),
  );
}

/** The 40 hex characters of an ICAP address whose check digits are right. */
function icapHex(text: string): string | null {
  const match = /^XE(\d{2})([0-9A-Z]{30,31})$/i.exec(text);
  if (!match?.[2]) return null;
  const number = (part: string) =>
    part.toUpperCase().replaceAll(/[A-Z]/g, (letter) => `${letter.charCodeAt(0) - 55}`);
  if (BigInt(number(`${match[2]}XE${match[1]}`)) % 97n !== 1n) return null;
  const value = [...match[2].toLowerCase()].reduce(
    (sum, digit) => sum * 36n + BigInt(Number.parseInt(digit, 36)),
    0n,
  );
  const hex = value.toString(16);
  return hex.length <= 40 ? hex.padStart(40, "0") : null;
}
