import type { Logger } from "pino";
import type { Database } from "@/db";
import type { KeyScope } from "@/db/key-scopes";
import type { Role } from "@/db/roles";
import type { Change } from "@/server/approvals/change";
import type { Chains } from "@/server/chains/adapter";
import type { SignedInWallet } from "@/server/chains/wallets/wallet-identity";
import type { Config } from "@/server/config";
import type { Append } from "@/server/lib/database/group-commit";
import type { Tracing } from "@/server/lib/tracing/span";
import type { PriceBook } from "@/server/prices/price-book";
import type { Bridges } from "@/server/providers/crosschain/provider";
import type { ScreeningProviders } from "@/server/providers/kyt/provider";
import type { OfframpProviders } from "@/server/providers/offramp/provider";
import type { SafeService } from "@/server/providers/safe-service/service";
import type { EventWatch } from "@/server/webhooks/pulling/event-watch";

/**
 * How a caller proved who they are (behaviour.md §2.1). `payerPage` is our own page for payers, `system` the worker
 * itself, `operator` who runs commands beside it, `public` anyone.
 */
export type CredentialKind =
  | "apiKey"
  | "clientId"
  | "orchestrator"
  | "session"
  | "payerPage"
  | "public"
  | "operator"
  | "system";

/** How much a key may create on a day in UTC. */
export interface DailyLimit {
  /** Under which key it is counted: the first of those that took each other's place. */
  countedAs: string;
  payments: number | null;
  /** In millionths of a USD. */
  microUsd: bigint | null;
}

/** The member who made a key. */
export interface KeyMaker {
  /** The membership, which may have ended since. */
  memberId: string;
  /** What the member is, or was at the end. */
  role: Role;
  /** Whether the key stops working with the membership. */
  endsWithMembership: boolean;
}

/** Who is asking, and therefore whose rows they can reach. Made only by `server/auth` and the worker. */
export interface Caller {
  kind: CredentialKind;
  /** The tenant; every tenant-owned read is scoped by it. */
  platformId: string;
  /** The client ID in use: its row and its public value. */
  clientId: { id: string; publicId: string; isBrowser: boolean; payeeDestinationId: string | null } | null;
  /** The credential's own row, for idempotency, limits and the log. */
  credentialId: string;
  canCreatePayouts: boolean;
  /**
   * The wallet of the account, for which whoever is signed in acts; null for everything but a wallet session, and in an
   * account by email (AU-05, AU-25).
   */
  wallet: SignedInWallet | null;
  /** The orchestrator whose key came along: of the pair on payments, of the key alone on its own endpoints. */
  orchestratorId: string | null;
  /** The row of that key; null where there is none, also for an orchestrator's owner who is signed in. */
  orchestratorKeyId: string | null;
  /** What the key of the call may do; null for a key with every right, and for callers without a key. */
  scopes: ReadonlySet<KeyScope> | null;
  /** How much that key may create on a day; null for a key without limits, and for callers without a key. */
  limit: DailyLimit | null;
  /** Who made that key, and what they are in the account; null for a key that no member made, and without a key. */
  maker: KeyMaker | null;
  /** Who is signed in; null for everything but a session, and for sessions by email. */
  personId: string | null;
  /** What that person is in the account; null for everything but a session. */
  role: Role | null;
  /** Whether changes that matter need a fresh proof beside the session (docs/decisions/step-up.md). */
  isHeldToStepUp: boolean;
  /** False for accounts that sign in by email only (AU-26, D-32). */
  isWalletPlatform: boolean;
  /** What the operator lets this account create on a day; null for any number. */
  creationsPerDay: number | null;
  /** Fee of the client ID itself, which overrides call parameters unless unset or zero (PF-06). */
  fee: { percentage: string; address: string } | null;
  /** `Origin` header as sent by the browser. */
  origin: string | null;
  /** IP address the call came from, behind proxies as `TRUSTED_PROXIES` says; null for the worker. */
  ip: string | null;
  /** `User-Agent` header of whoever signs in; absent for all other callers. */
  userAgent?: string | null;
}

/** Selects, and nothing else. */
export type Reader = Pick<Database, "select" | "selectDistinct" | "$count">;
export type Writer = Parameters<Parameters<Database["transaction"]>[0]>[0];

/** Several reads in one transaction, where the reads of a call go. */
export type ReadTogether = <T>(work: (db: Reader & Pick<Writer, "execute">) => Promise<T>) => Promise<T>;

/** Channels a commit can wake after it. */
export type WakeChannel = "webhooks" | "credentials" | "watcher_parts";

/** The answer of a creating call, stored in the same commit under its `Idempotency-Key`. */
export interface IdempotencyClaim {
  readonly scope: string;
  readonly key: string;
  readonly requestHash: string;
  readonly status: number;
  remembered: boolean;
}

export interface Reads {
  readonly caller: Caller;
  /** ID of this call or of this pass, on every log line. */
  readonly requestId: string;
  now(): Date;
  readonly db: Reader;
}

/** Services outside that are not chains. */
export interface Providers {
  readonly kyt: ScreeningProviders;
  /** Null where none is set. */
  readonly safeService: SafeService | null;
  readonly offramp: OfframpProviders;
  /** What payments from other networks cost. */
  readonly bridges: Bridges;
}

/** An approval by which something is done: what was approved, and what came of it. */
export interface RunningApproval {
  readonly id: string;
  readonly change: Change;
  /** Whether the change was found to be the approved one. */
  isMet: boolean;
  /** What its asker is answered, where that is remembered. */
  answer?: unknown;
}

/** Can read, call chains and providers, and open a transaction. Cannot write. */
export interface Ctx extends Reads {
  readonly begin: Begin;
  /** Set where this call reads from a replica; otherwise `begin` does it. */
  readonly readTogether?: ReadTogether;
  /** Single-row inserts that cause nothing else and may share a commit with their neighbours. */
  readonly append: Append;
  readonly chains: Chains;
  /** What currencies are worth; where nobody can tell, it says so. */
  readonly prices: PriceBook;
  readonly providers: Providers;
  readonly config: Config;
  /** Where a call waits for the next event of its account. */
  readonly eventWatch: EventWatch;
  readonly log: Logger;
  readonly idempotency: IdempotencyClaim | null;
  /** Set where a second person has approved what is done; absent where none was needed. */
  readonly approval?: RunningApproval;
  /** Where this call or pass is traced. */
  readonly tracing?: Tracing;
  /** Whether whoever is signed in has confirmed exactly this call with a fresh proof. */
  readonly isConfirmed?: boolean;
}

/** Can read and write. Cannot reach a chain, a provider or the network. Only `inTransaction` makes one. */
export interface Tx {
  readonly caller: Caller;
  readonly requestId: string;
  now(): Date;
  readonly db: Writer;
  readonly config: Config;
  readonly log: Logger;
  readonly idempotency: IdempotencyClaim | null;
  /** The approval of a second person by which this is done, for the audit log; absent where none was needed. */
  readonly approvalId?: string;
  /** The same with what was approved, for the check that it is what is done. */
  readonly approval?: RunningApproval;
  /** Where this call or pass is traced. */
  readonly tracing?: Tracing;
  /** Wakes sleeping loops once this transaction has committed. */
  wake(channel: WakeChannel): void;
}

export type Begin = <T>(work: (db: Writer, wake: (channel: WakeChannel) => void) => Promise<T>) => Promise<T>;

/** One commit: everything `work` writes becomes true together, or nothing does. */
export function inTransaction<T>(ctx: Ctx, work: (tx: Tx) => Promise<T>): Promise<T> {
  return ctx.begin((db, wake) =>
    work({
      caller: ctx.caller,
      requestId: ctx.requestId,
      now: ctx.now,
      db,
      config: ctx.config,
      log: ctx.log,
      idempotency: ctx.idempotency,
      ...(ctx.tracing ? { tracing: ctx.tracing } : {}),
      ...(ctx.approval ? { approval: ctx.approval, approvalId: ctx.approval.id } : {}),
      wake,
    }),
  );
}
