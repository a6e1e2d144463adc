import type { Offer } from "@/server/dashboard/onboarding/offer-schema";
import type { DestinationRecord } from "@/server/payee-destinations/schema";
import { SCREENING_PROVIDER_IDS } from "@/server/providers/kyt/names";

const WALLET = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

/** A made-up offer. */
export function anOffer(change: Partial<Offer> = {}): Offer {
  return {
    partner: "Acme Payments",
    orchestratorId: "01M7WM9D7FKFSH7GG6GY105AVJ",
    clientIdName: "Corner shop",
    allowedDomains: ["https://shop.example"],
    expiresAt: "2031-05-04T10:00:00.000Z",
    fees: [{ flow: "incoming", feeBearer: "recipient", bps: 150, usdCap: "25" }],
    examples: [
      {
        network: "base",
        flow: "incoming",
        gross: "100",
        payerPays: "100",
        recipientGets: "98.45",
        partnerGets: "1.5",
        serviceGets: "0.05",
      },
      {
        network: "tron",
        flow: "incoming",
        gross: "100",
        payerPays: "103.99",
        recipientGets: "98.45",
        partnerGets: "1.5",
        serviceGets: "4.04",
      },
    ],
    kyt: {
      providers: SCREENING_PROVIDER_IDS.slice(0, 2).map((provider, priority) => ({ provider, priority })),
    },
    branding: null,
    termsId: "made-up",
    ...change,
  };
}

/** Where a made-up platform is paid: USDC on Base. */
export function aDestination(change: Partial<DestinationRecord> = {}): DestinationRecord {
  return {
    id: "01M7WM9D7FKFSH7GG6GY105AVH",
    destinationId: `${WALLET}@eip155:8453#00000000:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913`,
    walletAddress: WALLET,
    tokenAddress: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
    chainId: 8453,
    accessPolicy: null,
    binaryInteropAddress: "0x",
    humanReadableInteropAddress: "",
    claimed: true,
    active: true,
    createdAt: "2031-05-01T10:00:00.000Z",
    ...change,
  };
}
