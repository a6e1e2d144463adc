import { zeroAddress } from "viem";
import { COMMON, facts, RECIPIENT, receivedFacts, shownFor } from "@/components/pay/gallery/examples";
import { readDepositTerms } from "@/components/pay/safety/read-deposit-terms";
import { addressText } from "@/server/chains/address";
import { depositAddressOn } from "@/server/chains/deposit-address";
import { NETWORKS } from "@/server/chains/networks";
import { tokenById } from "@/server/currencies/tokens";
import type { PageDepositAddress } from "@/server/secure-payments/page/deposit-address-schema";
import type { PageFacts, PageState } from "@/server/secure-payments/page/page-schema";

const base = NETWORKS.base;
const TERMS: PageDepositAddress["terms"] = {
  homeChainId: String(base.chainId),
  payee: RECIPIENT,
  token: tokenById("USDC-base")?.address ?? "",
  feeProxy: base.contracts.erc20FeeProxy.address,
  paymentReference: "0x01e374b152db2523",
  amount: "1250500000",
  feeReceiver: zeroAddress,
  feeAmount: "0",
  legReceiver: zeroAddress,
  legAmount: "0",
  legReference: "0x0000000000000000",
};

function open(of: PageFacts, amount: string, more: Partial<PageDepositAddress> = {}): PageState {
  const address = addressText("evm", depositAddressOn(base, readDepositTerms(TERMS)) ?? "");
  return {
    ...COMMON,
    kind: of.items[0]?.received === "0" ? "ready" : "partial",
    facts: of,
    shown: shownFor(of, "single"),
    options: [],
    announced: [],
    watchedTo: null,
    safeEnded: null,
    depositAddress: {
      network: "base",
      token: "USDC-base",
      amount,
      address,
      quote: null,
      terms: TERMS,
      ...more,
    },
  };
}

/** A payer who looks at the address for a plain transfer. */
export const DEPOSIT_ADDRESS_STATES: Record<string, PageState> = {
  "exchange-address": open(facts(), "1250.5"),
  "exchange-rest": open(receivedFacts("250500000"), "1000"),
  "exchange-refused": open(facts(), "1250.5", { address: "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC" }),
};
