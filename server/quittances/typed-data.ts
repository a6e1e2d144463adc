import type { TypedDataDefinition } from "viem";
import type { ConvertedMessage, QuittanceMessage } from "@/server/quittances/schema";
import { QUOTE_TYPES, signedSources } from "@/server/quotes/typed-data";

/** The structured data that is signed (EIP-712). A change of any word here is a new `version` of the domain. */
const QUITTANCE_TYPES = {
  Quittance: [
    { name: "requestId", type: "string" },
    { name: "reference", type: "string" },
    { name: "payee", type: "string" },
    { name: "currency", type: "string" },
    { name: "amount", type: "string" },
    { name: "paidAt", type: "string" },
    { name: "transfers", type: "Transfer[]" },
  ],
  Transfer: [
    { name: "network", type: "string" },
    { name: "chainId", type: "uint256" },
    { name: "transactionHash", type: "bytes32" },
    { name: "blockNumber", type: "uint256" },
    { name: "blockHash", type: "bytes32" },
    { name: "logIndex", type: "uint256" },
    { name: "paymentReference", type: "bytes8" },
    { name: "payer", type: "string" },
    { name: "payee", type: "string" },
    { name: "token", type: "string" },
    { name: "amount", type: "uint256" },
    { name: "decimals", type: "uint8" },
  ],
} as const;

/** The same of a request that was paid in another currency than it is written in: version 2 of the domain. */
const CONVERTED_TYPES = {
  Quittance: [
    { name: "requestId", type: "string" },
    { name: "reference", type: "string" },
    { name: "payee", type: "string" },
    { name: "currency", type: "string" },
    { name: "invoiceCurrency", type: "string" },
    { name: "amount", type: "string" },
    { name: "paidAt", type: "string" },
    { name: "transfers", type: "Transfer[]" },
    { name: "quotes", type: "SignedQuote[]" },
  ],
  Transfer: [
    ...QUITTANCE_TYPES.Transfer,
    { name: "credited", type: "string" },
    { name: "valuation", type: "string" },
    { name: "rate", type: "string" },
    { name: "quoteId", type: "string" },
    { name: "sources", type: "RateSource[]" },
  ],
  SignedQuote: [...QUOTE_TYPES.Quote, { name: "signature", type: "string" }],
  RateSource: QUOTE_TYPES.RateSource,
} as const;

/** Whether a message is about a request in another currency than it was paid in. */
export function isConvertedMessage(message: QuittanceMessage): message is ConvertedMessage {
  return "invoiceCurrency" in message;
}

/** What is hashed and signed for a message; always our own types, whatever a document says about itself. */
export function typedDataOf(message: QuittanceMessage): TypedDataDefinition {
  const transfers = message.transfers.map((transfer) => ({
    ...transfer,
    chainId: BigInt(transfer.chainId),
    blockNumber: BigInt(transfer.blockNumber),
    logIndex: BigInt(transfer.logIndex),
    amount: BigInt(transfer.amount),
  }));
  if (!isConvertedMessage(message)) {
    return {
      domain: { name: "Quittance", version: "1" },
      types: QUITTANCE_TYPES,
      primaryType: "Quittance",
      message: { ...message, transfers },
    };
  }
  return {
    domain: { name: "Quittance", version: "2" },
    types: CONVERTED_TYPES,
    primaryType: "Quittance",
    message: {
      ...message,
      transfers: transfers.map((transfer, i) => ({
        ...transfer,
        sources: signedSources(message.transfers[i]?.sources ?? []),
      })),
      quotes: message.quotes.map((quote) => ({ ...quote, sources: signedSources(quote.sources) })),
    },
  };
}
