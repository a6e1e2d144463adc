import type { ChainError } from "@/server/chains/chain-error";
import type { Due } from "@/server/requests/paying/due";
import type { Link } from "@/server/secure-payments/link";
import type { Multicall } from "@/server/secure-payments/multicall/multicall";
import type { Unpayable } from "@/server/secure-payments/refusal";
import type { AnyRead } from "@/server/secure-payments/wire/multicall-schema";

/** What a payer who opens a link finds. The API makes errors of all but the first, the payer page makes words. */
export type LinkReading =
  | OpenReading
  | { kind: "unpayable"; link: Link | Multicall; reason: Unpayable }
  /** No node answers that knows what the wallet has. */
  | { kind: "unreachable"; link: Link; cause: ChainError }
  | { kind: "not_found" };

export interface OpenReading {
  kind: "open";
  link: Link | Multicall;
  read: AnyRead;
  /** What each payment that is left costs the wallet; nothing of multicalls, and where its options are not told. */
  dues: readonly Due[];
}
