/** What one place may cost that calls an untrusted contract, or decodes what one said. */
export interface UntrustedLimit {
  /** Whose contract it is and what is read of it. */
  what: string;
  /** Gas of one call; null where nothing is called. */
  gas: bigint | null;
  /** Bytes of one answer. A longer one is no answer: it is not decoded. */
  bytes: number;
  /** Milliseconds that are waited for an answer; null where what is decoded is here already. */
  ms: number | null;
  /** The most of them, and in what. */
  count: number;
  per: string;
}

/** A limit of a place that calls. */
export type CallLimit = UntrustedLimit & { gas: bigint; ms: number };

/** Up to 200 owners are read, also of a Safe: more than could sign within the gas of a block. */
const OWNER = { gas: 1_000_000n, bytes: 32 * 202, ms: 5_000 } as const;

/**
 * Every place of the server that calls a contract which a payer, a visitor or a merchant named, or decodes what such a
 * contract said: wallets, Safes, the logs of tokens and of contracts that look like ours, messages of deposits. Such a
 * contract is a stranger's program. It may use up all its gas, answer megabytes, revert, or say one thing now and another
 * thing later; none of this may stop a network or keep a process busy (`docs/decisions/untrusted-contracts.md`).
 *
 * The gas of a call bounds its answer, too: with a million, memory for no more than 0.7 MB can be had.
 *
 * Call through `askUntrusted` and decode through `decodeUntrusted` (`evm/untrusted/ask.ts`), which keep gas, bytes and time; what counts
 * keeps its `count` itself. `uses.test.ts` fails for a call or a decoder anywhere in `server/` that is not entered here or
 * explained there.
 */
export const UNTRUSTED = {
  safe: {
    what: "a contract that a payer calls their Safe: version, nonce, owners, threshold",
    ...OWNER,
    count: 60,
    per: "link and minute; asked once in a block",
  },
  safeLogs: {
    what: "what contracts announce that were claimed to be Safes: executed transactions",
    gas: null,
    // A hash and a payment are 64.
    bytes: 128,
    // Of a whole look at all Safes of a network, which comes after payments.
    ms: 20_000,
    count: 2_000,
    per: "Safe and look",
  },
  accountOwner: {
    what: "a smart account that paid: whose it is",
    ...OWNER,
    count: 5,
    per: "payment, of wallets that were named as its owner",
  },
  visitorsAccount: {
    what: "a smart account that a visitor names beside a wallet that may pay: whose it is",
    ...OWNER,
    count: 60,
    per: "link and minute",
  },
  walletSignature: {
    what: "a contract wallet that signs in or signs a schedule (ERC-1271), or is deployed for it (ERC-6492)",
    // Checking passkeys in Solidity takes up to a million, deploying a wallet up to two.
    gas: 5_000_000n,
    bytes: 32,
    ms: 5_000,
    count: 1,
    per: "signature",
  },
  instalment: {
    what: "a payer's wallet and token in one instalment of a schedule, in its rehearsal and in the transaction",
    // A first one of a contract wallet uses about 200,000.
    gas: 260_000n,
    // Of the reason why it was refused.
    bytes: 4_096,
    ms: 15_000,
    count: 80,
    per: "pass of an executor, each once and once more for its reason",
  },
  instalmentsTogether: {
    what: "the same wallets and tokens in the transaction that carries many of them",
    gas: 15_000_000n,
    bytes: 32,
    ms: 15_000,
    count: 40,
    per: "pass of an executor",
  },
  refusingToken: {
    what: "the token of an instalment that was refused: balance, allowance, whether it moves",
    gas: 260_000n,
    bytes: 4_096,
    ms: 15_000,
    count: 4,
    per: "refused instalment",
  },
} as const satisfies Record<string, UntrustedLimit>;
