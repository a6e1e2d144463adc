import type { CarriedInstalment } from "@/db/schema";
import type { Hex } from "@/server/chains/contract-addresses";
import type { NetworkId } from "@/server/chains/networks";
import type { Reads, Tx } from "@/server/context";
import type { Failure } from "@/server/executor/failure";
import type { Instalment } from "@/server/executor/instalment";

/** The time of the chain that decides what is due. */
export interface Moment {
  network: NetworkId;
  /** Time of the latest block. */
  at: Date;
}

/** An instalment that could not be paid, and what is known of the attempt. */
export interface FailedAttempt {
  scheduleId: string;
  digest: Hex;
  index: number;
  failure: Failure;
  words: string;
  at: Date;
  /** Absent where a simulation failed and nothing was sent. */
  sent?: { carried: CarriedInstalment; txHash: Hex };
}

/**
 * What the executor needs to know of schedules, and tells them. The executor knows transactions, whoever gives it the
 * book knows merchants and payers.
 */
export interface InstalmentBook {
  /**
   * What may be paid now, every account and every payer in turn, of each schedule in the order of its instalments.
   * Claims nothing.
   */
  due(
    ctx: Pick<Reads, "db" | "now">,
    query: Moment & { contract: Hex; limit: number; perSchedule: number },
  ): Promise<readonly Instalment[]>;
  /** Why due schedules are left out because too much of their payers' was refused in blocks; null where none is. */
  leftOut(ctx: Pick<Reads, "db" | "now">, query: Moment & { contract: Hex }): Promise<string | null>;
  /** Those of these schedules that nobody has stopped. */
  stillActive(ctx: Pick<Reads, "db">, scheduleIds: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * Claims instalments for one transaction, in the commit that stores it. What is missing in the answer must not be
   * sent: it was stopped or is being tried by another worker.
   */
  claim(tx: Tx, moment: Moment, instalments: readonly Instalment[]): Promise<CarriedInstalment[]>;
  /** Notes which transaction carries what was claimed; again when another one replaces it. */
  carry(tx: Tx, carried: readonly CarriedInstalment[], txHash: Hex): Promise<void>;
  /** Ends attempts that came to nothing without a fault of theirs: they are due again. */
  release(tx: Tx, carried: readonly CarriedInstalment[]): Promise<void>;
  fail(tx: Tx, network: NetworkId, failed: FailedAttempt): Promise<void>;
  /** Counts instalments that were refused in a block, whose gas the executor has paid. */
  countRefused(tx: Tx, network: NetworkId, carried: readonly CarriedInstalment[]): Promise<void>;
}
