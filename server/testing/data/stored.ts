import { randomBytes } from "node:crypto";
import { requests, transfers } from "@/db/schema";
import type { App } from "@/server/boot";
import type { Caller } from "@/server/context";
import { type Token, tokenById } from "@/server/currencies/tokens";
import { newId } from "@/server/lib/ids";
import { draftRequest, type RequestFacts, type RequestRow } from "@/server/requests/draft";

export type TransferRow = typeof transfers.$inferSelect;

/** A checksummed address that is nobody's. */
export const PAYEE = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

export interface Owner {
  platformId: string;
  clientId?: Caller["clientId"];
  origin?: string | null;
}

/** A stored request, 100 USDC on sepolia unless told otherwise. `changes` are columns that creating never sets. */
export async function aRequest(
  app: App,
  owner: Owner,
  facts: Partial<RequestFacts> = {},
  changes: Partial<RequestRow> = {},
): Promise<RequestRow> {
  const token = facts.token ?? tokenOf("USDC-sepolia");
  const { row } = draftRequest(
    {
      config: app.config,
      now: app.now,
      caller: {
        kind: "apiKey",
        platformId: owner.platformId,
        clientId: owner.clientId ?? null,
        origin: owner.origin ?? null,
      },
    },
    { kind: "request", token, payee: PAYEE, payer: null, amount: 100_000_000n, ...facts },
  );
  const stored = { ...row, ...changes };
  await app.database.db.insert(requests).values(stored);
  return stored;
}

let lastBlock = 1_000n;

/** A stored transfer that pays the whole request and is final, unless told otherwise; each in a later block. */
export async function aTransfer(
  app: App,
  request: RequestRow,
  changes: Partial<TransferRow> = {},
): Promise<TransferRow> {
  lastBlock += 1n;
  const now = app.now();
  const token = tokenOf(request.paymentCurrency);
  const row: TransferRow = {
    quorum: null,
    requiredConfirmations: null,
    attestedBy: null,
    id: newId(now),
    network: request.network,
    txHash: random(32),
    position: 0,
    requestId: request.id,
    platformId: request.platformId,
    clientIdId: request.clientIdId,
    state: "final",
    mismatch: null,
    operatorReason: null,
    type: "direct",
    token: token.address?.toLowerCase() ?? null,
    recipient: request.payee.toLowerCase(),
    amount: request.amount,
    credited: null,
    valuation: null,
    quoteId: null,
    rate: null,
    rateSources: null,
    received: null,
    feeAmount: 0n,
    feeAddress: null,
    payer: random(20),
    payerEoa: null,
    sourceNetwork: null,
    depositId: null,
    sourceTxHash: null,
    depositedAt: null,
    isFallback: null,
    depositAddress: null,
    sentFrom: null,
    arrived: null,
    blockNumber: lastBlock,
    blockHash: random(32),
    logIndex: 0,
    blockTime: now,
    recordedAt: now,
    orphanedAtBlock: null,
    announcedRound: null,
    ...changes,
  };
  await app.database.db.insert(transfers).values(row);
  return row;
}

export function tokenOf(id: string): Token {
  const token = tokenById(id);
  if (!token) throw new Error(`no token ${id}`);
  return token;
}

/** The wire form of a request's ID. */
export function wireId(row: Pick<RequestRow, "requestId">): string {
  return row.requestId.slice(2);
}

function random(bytes: number): string {
  return `0x${randomBytes(bytes).toString("hex")}`;
}
