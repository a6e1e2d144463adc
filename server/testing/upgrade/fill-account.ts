import type { Hex } from "viem";
import { z } from "zod";
import { payMany } from "@/server/testing/data/many-payments";
import type { TestChain } from "@/server/testing/evm/chain";
import { post, type Tenant } from "@/server/testing/upgrade/account";

const Created = z.object({ requestId: z.string(), paymentReference: z.string() });
const CreatedLink = z.object({ token: z.string() });
const WithId = z.object({ id: z.string() });

/** What the pages of an account show of it. */
export interface FilledAccount {
  requestIds: string[];
  tokens: string[];
  webhookId: string;
}

export interface AccountParts {
  url: string;
  node: TestChain;
  tenant: Tenant;
  /** Headers of a session of its owner. */
  session: Record<string, string>;
  receiverUrl: string;
}

/** Uses most of what an account can do, over the API: keys, webhooks, members, requests in several states, links, payouts. */
export async function fillAccount(parts: AccountParts): Promise<FilledAccount> {
  const { url, node, tenant, session, receiverUrl } = parts;
  const key = { "x-api-key": tenant.apiKey };
  const page = { "x-client-id": tenant.clientId, origin: tenant.clientOrigin };
  const mine = (path: string, body: unknown, method?: string) => post(url, path, session, body, method);

  const webhook = WithId.parse(await (await mine("/v1/webhook", { url: receiverUrl })).json());
  for (const scopes of [
    ["read"],
    ["read", "requests", "links", "payouts", "refunds", "destinations", "members"],
  ])
    await mine("/v1/api-keys", {
      label: scopes.join(),
      scopes,
      dailyLimit: { payments: 1_000, usd: "5000.00" },
    });
  await mine("/v1/api-keys", { label: "from one network", allowedNetworks: ["127.0.0.0/8"] });
  await mine("/v1/client-ids", { label: "Second shop", allowedDomains: ["https://second.example"] });
  for (const role of ["admin", "viewer"]) await mine("/v1/members/invitations", { role });
  await mine("/v1/dashboard/views", { list: "incoming", name: "Paid", query: "status=paid" });
  await mine("/v1/branding", { displayName: "Shop", primaryActionColor: "#112233" }, "PUT");

  const usdc = `USDC-${node.network}`;
  const payee = node.accounts.recipient.address;
  const asks = { payee, amount: "3", invoiceCurrency: usdc, paymentCurrency: usdc, reference: "Order 1" };
  const requests: z.infer<typeof Created>[] = [];
  for (let i = 0; i < 6; i++) {
    const answer = await post(url, "/v2/request", { ...key, "idempotency-key": `still-${i}` }, asks);
    requests.push(Created.parse(await answer.json()));
  }
  // Nothing, a part, all, more than all, all in two, and one that stays open.
  const paid = [0n, 1n, 3n, 5n, 2n].flatMap((amount, i) => {
    const reference = requests[i]?.paymentReference as Hex;
    const half = { recipient: payee, amount: amount * 1_000_000n, reference };
    return amount === 0n ? [] : i === 4 ? [half, { ...half, amount: 1_000_000n }] : [half];
  });
  await payMany(node, paid);
  await post(url, "/v2/payouts", key, asks);
  const { address } = node.accounts.payer;
  const recurrence = { startDate: "2027-01-01", frequency: "MONTHLY", totalPayments: 12, payer: address };
  await post(url, "/v2/payouts", key, { ...asks, recurrence });

  const tokens: string[] = [];
  for (const amounts of [["1"], ["2", "3"]]) {
    const body = { requests: amounts.map((amount) => ({ amount })), payerIdentifier: "customer 7" };
    tokens.push(CreatedLink.parse(await (await post(url, "/v2/secure-payments", page, body)).json()).token);
  }
  return { requestIds: requests.map(({ requestId }) => requestId), tokens, webhookId: webhook.id };
}
