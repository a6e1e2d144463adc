import { HASH, RECIPIENT, WALLET } from "@/components/pay/gallery/examples";
import type { Verdict } from "@/components/pay/quittance/check-document";

/** What the check of a quittance says, below the page of a paid link. */
export const VERDICTS: Record<string, Verdict> = {
  "quittance-verified": {
    quittance: {
      domain: { name: "Quittance", version: "1" },
      types: { Quittance: [], Transfer: [] },
      primaryType: "Quittance",
      message: {
        requestId: `01${"ab".repeat(32)}`,
        reference: "Order 1042",
        payee: RECIPIENT,
        currency: "USDC-base",
        amount: "1250.5",
        paidAt: "2031-04-27T16:29:00.000Z",
        transfers: [
          {
            network: "base",
            chainId: 8453,
            transactionHash: `0x${HASH.slice(2)}`,
            blockNumber: "42",
            blockHash: `0x${HASH.slice(2)}`,
            logIndex: 0,
            paymentReference: "0x01e374b152db2523",
            payer: WALLET,
            payee: RECIPIENT,
            token: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
            amount: "1250500000",
            decimals: 6,
          },
        ],
      },
      signer: "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65",
      signature: `0x${"11".repeat(65)}`,
    },
  },
  "quittance-refused": { refusal: "signature" },
};
