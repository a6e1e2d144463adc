import type { TypedDataDefinition } from "viem";
import type { StatementMessage } from "@/server/ledger/closing/statement-schema";

/** The structured data that is signed (EIP-712). A change of any word here is a new `version` of the domain. */
const STATEMENT_TYPES = {
  Statement: [
    { name: "account", type: "string" },
    { name: "startsAt", type: "string" },
    { name: "endsAt", type: "string" },
    { name: "timeZone", type: "string" },
    { name: "closedAt", type: "string" },
    { name: "lines", type: "Line[]" },
    { name: "entries", type: "uint256" },
    { name: "entriesHash", type: "bytes32" },
    { name: "differences", type: "Difference[]" },
  ],
  Line: [
    { name: "account", type: "string" },
    { name: "wallet", type: "string" },
    { name: "network", type: "string" },
    { name: "currency", type: "string" },
    { name: "decimals", type: "uint8" },
    { name: "opening", type: "int256" },
    { name: "received", type: "int256" },
    { name: "sent", type: "int256" },
    { name: "closing", type: "int256" },
  ],
  Difference: [
    { name: "id", type: "string" },
    { name: "explanation", type: "string" },
  ],
} as const;

/** What is hashed and signed for a statement; always our own types, whatever a document says about itself. */
export function statementTypedData(message: StatementMessage): TypedDataDefinition {
  return {
    domain: { name: "Quittance statement", version: "1" },
    types: STATEMENT_TYPES,
    primaryType: "Statement",
    message: {
      ...message,
      entries: BigInt(message.entries),
      lines: message.lines.map((line) => ({
        ...line,
        opening: BigInt(line.opening),
        received: BigInt(line.received),
        sent: BigInt(line.sent),
        closing: BigInt(line.closing),
      })),
    },
  };
}
