import { concat, type Hex, hashMessage, hexToBigInt, numberToHex } from "viem";
import { generatePrivateKey, privateKeyToAccount, sign } from "viem/accounts";
import { describe, expect, test } from "vitest";
import { hex20ToTron } from "@/server/chains/address";
import { recoverSigner, signedDigest } from "@/server/chains/wallets/recover-signer";

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const privateKey = generatePrivateKey();
const { address } = privateKeyToAccount(privateKey);
const TEXT = "Sign in to Quittance – 42 €";

describe.each(["evm", "tron"] as const)("a signature of an %s wallet", (family) => {
  const digest = signedDigest(family, TEXT);
  const own = family === "evm" ? address : hex20ToTron(address);
  const signed = () => sign({ hash: digest, privateKey, to: "hex" });

  test("names the address that made it, and no other text's", async () => {
    expect(await recoverSigner(family, digest, await signed())).toBe(own);
    expect(await recoverSigner(family, signedDigest(family, `${TEXT}!`), await signed())).not.toBe(own);
  });

  test("has no second form: the malleable twin is nobody's", async () => {
    const signature = await signed();
    const s = hexToBigInt(`0x${signature.slice(66, 130)}`);
    const v: Hex = signature.endsWith("1b") ? "0x1c" : "0x1b";
    const twin = concat([`0x${signature.slice(2, 66)}`, numberToHex(ORDER - s, { size: 32 }), v]);
    expect(await recoverSigner(family, digest, twin)).toBeNull();
  });

  test("that is no point on the curve, or has no such recovery byte, is nobody's", async () => {
    const signature = await signed();
    const zero: Hex = `0x${"00".repeat(64)}1b`;
    const odd: Hex = `0x${signature.slice(2, 130)}ff`;
    for (const wrong of [zero, odd]) expect(await recoverSigner(family, digest, wrong)).toBeNull();
  });
});

test("the two families sign different digests of the same text, EVM wallets that of personal_sign", () => {
  expect(signedDigest("evm", TEXT)).toBe(hashMessage(TEXT));
  expect(signedDigest("tron", TEXT)).not.toBe(signedDigest("evm", TEXT));
});
