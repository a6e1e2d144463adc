// What the chain shows of a request with a deposit address, and what it makes of the request. It follows from what
// stands on the chain now and from nothing else: not from the order in which it was seen, nor from who collected. So a
// reorganisation needs no rule of its own: what it took away is no longer among the facts.

/** One thing that stands on a chain. Amounts are in base units and include the fees. */
export type DepositFact =
  /** Something was sent to the address. */
  | {
      kind: "arrival";
      /** `elsewhere`: on another network than that of the request. */
      where: "home" | "elsewhere";
      asset: "token" | "other_token" | "coin";
      /** What arrived, which is less than what was sent where the token takes a fee. */
      amount: bigint;
      isConfirmed: boolean;
    }
  /** What was at the address was forwarded through the fee proxy. The money was counted when it arrived. */
  | { kind: "collection"; amount: bigint }
  /** A payment of the same request through the fee proxy, from anywhere but its deposit address. */
  | { kind: "wallet_payment"; amount: bigint; isConfirmed: boolean };

/** What the facts come to. */
export interface DepositStanding {
  /** Confirmed money, each arrival once. */
  paid: bigint;
  /** What of it is too much. */
  excess: bigint;
  /** What the table of a request's statuses (`server/requests/state.ts`) is told. */
  event: "settled" | "partly_settled" | "payment_seen" | "cleared";
  /** What is still at the address, to be collected. It never decides whether the request is paid. */
  toCollect: bigint;
  /** More was collected than arrived: a transfer was not seen, and has to be searched. */
  isTransferMissing: boolean;
  /** Something is there, here or elsewhere, that pays nothing and can go to the payee. */
  isRescueNeeded: boolean;
}

/** What the chain makes of a request for which `due` is expected. */
export function standingOf(facts: readonly DepositFact[], due: bigint): DepositStanding {
  let paid = 0n;
  let arrived = 0n;
  let collected = 0n;
  let isSeen = false;
  let isRescueNeeded = false;
  for (const fact of facts) {
    if (fact.kind === "collection") {
      collected += fact.amount;
    } else if (fact.amount === 0n) {
      // A lookalike that costs nothing (docs/decisions/dust.md).
    } else if (fact.kind === "arrival" && !isOfRequest(fact)) {
      isRescueNeeded = true;
    } else {
      isSeen = true;
      if (fact.isConfirmed) paid += fact.amount;
      if (fact.kind === "arrival") arrived += fact.amount;
    }
  }
  return {
    paid,
    excess: paid > due ? paid - due : 0n,
    event: eventOf(paid, due, isSeen),
    toCollect: arrived > collected ? arrived - collected : 0n,
    isTransferMissing: collected > arrived,
    isRescueNeeded,
  };
}

function isOfRequest({ where, asset }: Extract<DepositFact, { kind: "arrival" }>): boolean {
  return where === "home" && asset === "token";
}

function eventOf(paid: bigint, due: bigint, isSeen: boolean): DepositStanding["event"] {
  if (paid > 0n) return paid >= due ? "settled" : "partly_settled";
  return isSeen ? "payment_seen" : "cleared";
}
