import { describe, expect, test } from "vitest";
import { otherSource } from "@/server/secure-payments/crosschain/source";

const NO_CHAINS = { chains: { find: () => null, list: () => [] } };
const sourceOf = (paymentCurrency: string, chain: "BASE" | "OPTIMISM", token: string) =>
  otherSource(NO_CHAINS, { requests: [{ paymentCurrency }] } as Parameters<typeof otherSource>[1], {
    chain,
    token,
  });

describe("the source that a payer names", () => {
  test.each(["USDC", "DAI", "ETH"])("%s of the link's own network is no other source (SI-01)", (symbol) => {
    expect(sourceOf(`${symbol}-base`, "BASE", symbol)).toBeNull();
  });

  test("a token that no bridge takes is refused where the link is not paid in it", () => {
    expect(() => sourceOf("USDC-base", "OPTIMISM", "DAI")).toThrow(
      "This link is not paid in DAI on OPTIMISM",
    );
    expect(() => sourceOf("DAI-base", "OPTIMISM", "DAI")).toThrow("This link is not paid in DAI on OPTIMISM");
  });
});
