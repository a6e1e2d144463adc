import { and, eq } from "drizzle-orm";
import { expect } from "vitest";
import { POST as recordIntent } from "@/app/v2/secure-payments/[token]/intent/route";
import { GET as getCalldata } from "@/app/v2/secure-payments/[token]/pay/route";
import { GET as readLink } from "@/app/v2/secure-payments/[token]/route";
import { POST as createLink } from "@/app/v2/secure-payments/route";
import { safeTransactions, securePaymentIntents, webhookEvents } from "@/db/schema";
import { executeSafe, type LocalSafe } from "@/local/chains/local-safe";
import { systemCaller } from "@/server/auth/callers";
import type { ChainAdapter } from "@/server/chains/adapter";
import type { SafeTransaction } from "@/server/chains/evm/safe/safe-transaction";
import { inTransaction } from "@/server/context";
import { type ApiOnChain, PROTOCOL_FEE, startApiOnChain } from "@/server/testing/evm/api-on-chain";
import { aSafe, fundSafe, hashOf, safeNode, safeTransactionIn } from "@/server/testing/evm/safe";
import { tokenAddress } from "@/server/testing/evm/token-address";
import { aMerchant, type Merchant } from "@/server/testing/links";
import { send } from "@/server/testing/send";
import { createEndpoint } from "@/server/webhooks/endpoints/store";
import { newWatcherMemory } from "@/server/worker/transfers/memory";
import { watchTransfers } from "@/server/worker/transfers/watch-transfers";

export const USDC = tokenAddress("USDC-sepolia");

type Answer = ReturnType<typeof send>;

/** A shop whose links are paid from a Safe on a local chain. */
export interface SafeLinks extends Pick<ApiOnChain, "chain" | "api"> {
  shop: Merchant;
  /** Two of three owners sign; made anew by `freshSafe`. */
  safe: LocalSafe;
  /** How far the clock of the service is ahead, in milliseconds. */
  time: { offset: number };
  freshSafe(): Promise<void>;
  post(handler: typeof createLink, path: string, body: unknown, headers: Record<string, string>): Answer;
  aLink(amounts?: string[], more?: object): Promise<{ token: string; requestIds: string[] }>;
  read(token: string, query?: string): Answer;
  calldata(token: string, query: string): Answer;
  forSafe(token: string, of?: LocalSafe): Answer;
  claim(token: string, safeTxHash: string, more?: object): Answer;
  /** What the worker does, until there is nothing left to do. */
  work(adapter?: ChainAdapter): Promise<void>;
  /** As deep as payments have to be on this network. */
  settle(adapter?: ChainAdapter): Promise<void>;
  /** What a Safe was offered for a link, and the claim of it. */
  propose(
    token: string,
    more?: object,
  ): Promise<{ transaction: SafeTransaction; safeTxHash: string; intentId: string }>;
  execute(
    transaction: SafeTransaction,
    extras?: Parameters<typeof executeSafe>[3],
  ): ReturnType<typeof executeSafe>;
  intentOf(id: string): Promise<{ state: string; failure: string | null } | undefined>;
  events(requestId: string | undefined, name: string): Promise<Record<string, unknown>[]>;
  stop(): Promise<void>;
}

export async function startSafeLinks(): Promise<SafeLinks> {
  const time = { offset: 0 };
  const { chain, api, stop } = await startApiOnChain(
    "sepolia",
    { ...PROTOCOL_FEE },
    { now: () => new Date(Date.now() + time.offset) },
  );
  const shop = await aMerchant(api);
  await inTransaction(api.app.context(systemCaller(shop.platformId)), (tx) =>
    createEndpoint(tx, { platformId: shop.platformId, clientIdId: null, url: "https://shop.example/hook" }),
  );
  const fundedSafe = async () => {
    const safe = await aSafe(chain);
    await fundSafe(chain, safe, USDC, 1_000_000_000n);
    return safe;
  };
  const on: SafeLinks = {
    chain,
    api,
    shop,
    safe: await fundedSafe(),
    time,
    freshSafe: async () => {
      on.safe = await fundedSafe();
    },
    post: (handler, path, body, headers) => send(handler, path, { method: "POST", headers, body }),
    aLink: async (amounts = ["10"], more = {}) => {
      const body = { requests: amounts.map((amount) => ({ amount })), ...more };
      const answer = await on.post(createLink, "/v2/secure-payments", body, shop.browser);
      expect(answer.status).toBe(201);
      return answer.body;
    },
    read: (token, query = "") =>
      send(readLink, `/v2/secure-payments/${token}${query}`, { headers: shop.browser, params: { token } }),
    calldata: (token, query) =>
      send(getCalldata, `/v2/secure-payments/${token}/pay${query}`, {
        headers: shop.browser,
        params: { token },
      }),
    forSafe: (token, of = on.safe) => on.calldata(token, `?wallet=${of.address}&isSafe=true`),
    claim: (token, safeTxHash, more = {}) =>
      send(recordIntent, `/v2/secure-payments/${token}/intent`, {
        method: "POST",
        headers: shop.browser,
        params: { token },
        body: { chain: "ETHEREUM", token: "USDC", safeTxHash, ...more },
      }),
    work: async (asked) => {
      const adapter = asked ?? api.app.chains.find("sepolia");
      if (!adapter) throw new Error("no adapter");
      const ctx = api.app.context(systemCaller(""));
      for (let idle = 0; idle < 2; ) {
        idle = (await watchTransfers(ctx, adapter, "worker", newWatcherMemory())) === "idle" ? idle + 1 : 0;
      }
    },
    settle: async (adapter) => {
      await chain.mine(12);
      await on.work(adapter);
    },
    propose: async (token, more = {}) => {
      const { status, body } = await on.forSafe(token);
      expect(status).toBe(200);
      const transaction = safeTransactionIn(body.safeTransaction);
      const { safeTxHash } = body.safeTransaction;
      expect(await hashOf(chain, on.safe, transaction)).toBe(safeTxHash);
      const claimed = await on.claim(token, safeTxHash, more);
      expect(claimed).toMatchObject({ status: 200, body: { isListening: true } });
      return { transaction, safeTxHash, intentId: claimed.body.intentId };
    },
    execute: (transaction, extras = {}) => executeSafe(safeNode(chain), on.safe, transaction, extras),
    intentOf: async (id) => {
      const [row] = await api.app.database.db
        .select({ state: securePaymentIntents.state, failure: safeTransactions.failure })
        .from(securePaymentIntents)
        .leftJoin(safeTransactions, eq(safeTransactions.intentId, securePaymentIntents.id))
        .where(eq(securePaymentIntents.id, id));
      return row;
    },
    events: async (requestId, name) => {
      const rows = await api.app.database.db
        .select()
        .from(webhookEvents)
        .where(and(eq(webhookEvents.platformId, shop.platformId), eq(webhookEvents.name, name)));
      const bodies = rows.map(({ body }): Record<string, unknown> => JSON.parse(body));
      return bodies.filter((payload) => payload.requestId === requestId);
    },
    stop,
  };
  return on;
}
