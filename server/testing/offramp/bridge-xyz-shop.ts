import { eq } from "drizzle-orm";
import { POST as addAccount } from "@/app/v2/payer/[clientUserId]/payment-details/route";
import { POST as register } from "@/app/v2/payer/route";
import { GET as pay } from "@/app/v2/request/[requestId]/pay/route";
import { GET as read } from "@/app/v2/request/[requestId]/route";
import { POST as create } from "@/app/v2/request/route";
import { apiKeys, offramps, payers, requests } from "@/db/schema";
import { replaceApp } from "@/server/boot";
import { inTransaction } from "@/server/context";
import { syncDue } from "@/server/payers/sync";
import type { RequestRow } from "@/server/requests/draft";
import { syncDueOfframps, wakeOfframps } from "@/server/requests/offramp-transfers/sync";
import { settleLinks } from "@/server/secure-payments/settling/settle-links";
import { aTenant } from "@/server/testing/api";
import { startTestChain } from "@/server/testing/evm/chain";
import { startLedger } from "@/server/testing/ledger";
import { ManualClock } from "@/server/testing/manual-clock";
import { startBridgeXyzServer } from "@/server/testing/offramp/bridge-xyz-server";
import { BANK, PERSON } from "@/server/testing/offramp/person";
import { send } from "@/server/testing/send";

type Words = Record<string, unknown>;
type Headers = Record<string, string>;
type Handler = Parameters<typeof send>[0];

/** The provider's own record of a transfer. */
export interface BridgeXyzTransfer extends Words {
  id: string;
  state: string;
  receipt: Words;
}

const USER = { clientUserId: "user-1" };

/**
 * A shop whose payer is checked by the provider and has a bank account there, over a chain of its own. Close it in
 * `afterAll`.
 */
export async function startBridgeXyzShop() {
  const [node, bridge] = await Promise.all([startTestChain({ network: "matic" }), startBridgeXyzServer()]);
  const clock = new ManualClock();
  const env = {
    NETWORK_PROFILE: "local",
    RATE_LIMITS: "off",
    OFFRAMP_BRIDGE_KEY: "sk-test",
    OFFRAMP_BRIDGE_URL: bridge.url,
    OFFRAMP_TIMEOUT_MS: "2000",
    PERSONAL_DATA_KEY: "ab".repeat(32),
  };
  const ledger = await startLedger(node, {}, { env, now: clock.now });
  replaceApp(ledger.app);
  const { db } = ledger.app.database;
  const usdc = (await ledger.request("1")).paymentCurrency;
  const { platformId, apiKey } = await aTenant({ app: ledger.app, close: ledger.close });
  const key = { "x-api-key": apiKey };
  await db.update(apiKeys).set({ offrampAccess: "production" });
  const post = (handler: Handler, body: unknown, params: Headers = {}, headers: Headers = key) =>
    send(handler, "/", { method: "POST", headers, body, params });

  await post(register, { ...USER, ...PERSON });
  for (const link of bridge.links.values()) {
    Object.assign(link, { kyc_status: "approved", tos_status: "approved" });
  }
  await db.update(payers).set({ nextPollAt: clock.now() });
  await syncDue(ledger.ctx, 50);
  const anAccount = async (): Promise<string> => {
    const added = await post(addAccount, BANK, USER);
    if (added.status !== 201) throw new Error(JSON.stringify(added.body));
    return added.body.payment_detail.id;
  };
  const account = await anAccount();

  const idOf = (row: RequestRow) => row.requestId.slice(2);
  const shop = {
    node,
    bridge,
    clock,
    ledger,
    db,
    platformId,
    key,
    post,
    account,
    anAccount,
    user: USER,
    payer: () => node.accounts.payer.address,
    idOf,
    aRequest: async (headers: Headers = key): Promise<RequestRow> => {
      const body = {
        amount: "10",
        invoiceCurrency: usdc,
        paymentCurrency: usdc,
        isCryptoToFiatAllowed: true,
      };
      const created = await post(create, body, {}, headers);
      if (created.status !== 201) throw new Error(JSON.stringify(created.body));
      const [row] = await db
        .select()
        .from(requests)
        .where(eq(requests.requestId, `0x${created.body.requestId}`));
      if (!row) throw new Error("no request");
      return row;
    },
    /** Asks for the transactions that pay a request. */
    prepare: (row: RequestRow, changes: Headers = {}, headers: Headers = key) => {
      const query = { ...USER, paymentDetailsId: account, wallet: node.accounts.payer.address, ...changes };
      return send(pay, `/v2/request/${idOf(row)}/pay?${new URLSearchParams(query)}`, {
        headers,
        params: { requestId: idOf(row) },
      });
    },
    status: async (row: RequestRow) =>
      (await send(read, "/", { headers: key, params: { requestId: idOf(row) } })).body,
    offrampsOf: (row: RequestRow) =>
      db.select().from(offramps).where(eq(offramps.requestId, row.id)).orderBy(offramps.replacedAt),
    /** The provider's record of the newest transfer of a request, or of the first. */
    transferOf: (row: RequestRow, which: "newest" | "first" = "newest"): BridgeXyzTransfer => {
      const of = [...bridge.transfers.values()].filter((one) => one.client_reference_id === idOf(row));
      const found = which === "newest" ? of.at(-1) : of[0];
      if (!found) throw new Error("the provider has no transfer of it");
      return found as BridgeXyzTransfer;
    },
    /** The provider moves a transfer; it is asked about at once. */
    move: async (transfer: BridgeXyzTransfer, state: string, receipt: Words = {}) => {
      Object.assign(transfer, { state, receipt });
      await inTransaction(ledger.ctx, (tx) => wakeOfframps(tx, "bridge", [transfer.id]));
      await syncDueOfframps(ledger.ctx, 50, settleLinks);
    },
    /** Names and sub-statuses of the events about a request. */
    steps: async (row: RequestRow) =>
      (await ledger.bodies(row)).map(({ event, subStatus }) => `${event} ${subStatus ?? ""}`.trim()),
    close: async () => {
      await ledger.close();
      await node.stop();
      await bridge.close();
    },
  };
  return shop;
}

export type BridgeXyzShop = Awaited<ReturnType<typeof startBridgeXyzShop>>;
