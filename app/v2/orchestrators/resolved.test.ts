import type { Hex } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { POST as createDestination } from "@/app/v1/payee-destination/route";
import { GET as exportFees } from "@/app/v2/orchestrators/earnings/export/route";
import { GET as getPlatforms } from "@/app/v2/orchestrators/platforms/route";
import { GET as getCalldata } from "@/app/v2/secure-payments/[token]/pay/route";
import { GET as readLink } from "@/app/v2/secure-payments/[token]/route";
import { POST as broadcast } from "@/app/v2/secure-payments/[token]/tron/broadcast/route";
import { POST as createLink } from "@/app/v2/secure-payments/route";
import { systemCaller } from "@/server/auth/callers";
import { PAYER_PAGE_CLIENT_ID } from "@/server/auth/payer-page";
import { tronToHex20 } from "@/server/chains/address";
import { NETWORKS } from "@/server/chains/networks";
import { tokenById } from "@/server/currencies/tokens";
import type { Transaction } from "@/server/requests/paying/calldata-schema";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { anOrchestrator, aSession, type TestOrchestrator } from "@/server/testing/credentials";
import { asPartner, asPlatform, tokenOf } from "@/server/testing/data/partner";
import { startTestChain, type TestChain } from "@/server/testing/evm/chain";
import { balanceOf, signAndSend } from "@/server/testing/paying";
import { send } from "@/server/testing/send";
import { anEvmWallet, aTronWallet } from "@/server/testing/sign-in";
import { startTronNode, type TestTron } from "@/server/testing/tron/tron";
import { signCall, tronCallOf } from "@/server/testing/tron/tron-signing";
import { startWebhookReceiver, type WebhookReceiver } from "@/server/testing/webhooks/webhook-receiver";
import { createWebhookSender, type WebhookSender } from "@/server/webhooks/sending/deliver";
import { newWatcherMemory } from "@/server/worker/transfers/memory";
import { watchTransfers } from "@/server/worker/transfers/watch-transfers";

let api: TestApi;
let sepolia: TestChain;
let tron: TestTron;
let receiver: WebhookReceiver;
let sender: WebhookSender;
let partner: TestOrchestrator;

const PAGE = { "x-client-id": PAYER_PAGE_CLIENT_ID };
const FEE_EVM = anEvmWallet().address;
const FEE_TRON = aTronWallet().address;

beforeAll(async () => {
  [tron, sepolia, receiver] = await Promise.all([
    startTronNode(),
    startTestChain({ network: "sepolia" }),
    startWebhookReceiver(),
  ]);
  api = await startTestApi({
    NETWORK_PROFILE: "local",
    RATE_LIMITS: "off",
    WEBHOOK_ALLOW_LOOPBACK: "true",
    RPC_URL_SEPOLIA: sepolia.rpcUrl,
    RPC_URL_TRON: tron.url,
    PROTOCOL_FEE_BPS: "5",
    PROTOCOL_FEE_EVM_ADDRESS: sepolia.accounts.merchant.address,
    PROTOCOL_FEE_TRON_ADDRESS: tron.accounts.merchant.tronAddress,
    PROTOCOL_FEE_TRON_FIXED_USD: "0",
  });
  sender = createWebhookSender(api.app);
  await sender.start();
  partner = await anOrchestrator(api);
  const orc = asPartner(partner.keyAlone);
  const made = [
    await orc.createWebhook(new URL("/partner", receiver.url).href),
    await orc.createBranding({
      displayName: "Partner's look",
      contact: "help@partner.example",
      primaryActionColor: "#123456",
    }),
    await orc.createFee({
      bps: 100,
      flow: "incoming",
      feeBearer: "recipient",
      evmRecipientAddress: FEE_EVM,
      tronRecipientAddress: FEE_TRON,
    }),
  ];
  expect(made.map(({ status }) => status)).toEqual([201, 201, 201]);
});
afterAll(async () => {
  await Promise.all([sender?.stop(), receiver?.close()]);
  await api?.close();
  await Promise.all([sepolia?.stop(), tron?.stop()]);
});

/** Everything between an invitation and the end of the link, on one network. */
interface Family {
  currency: string;
  wallet: string;
  payer: string;
  /** Signs what `/pay` says; gives the transaction that paid. */
  pay(
    token: string,
    body: { transactions: Transaction[]; metadata: Record<string, string> },
  ): Promise<string>;
  feeAddress: string;
  balance(of: string): Promise<bigint>;
}

async function settle(network: "sepolia" | "tron"): Promise<void> {
  const chain = api.app.chains.find(network);
  if (!chain) throw new Error(`no adapter for ${network}`);
  if (network === "tron") await tron.control.solidify();
  else await sepolia.mine(3);
  const memory = newWatcherMemory();
  while ((await watchTransfers(api.app.context(systemCaller("")), chain, "worker-1", memory)) === "more");
}

const heard = (event: string, field: string, value: string) =>
  receiver.next(({ json }) => json.event === event && json[field] === value);

async function onboardPayAndLeave(network: "sepolia" | "tron", family: Family): Promise<void> {
  const orc = asPartner(partner.keyAlone);
  const token = tokenById(family.currency);
  if (!token?.address) throw new Error(`no token ${family.currency}`);
  // The platform signs in, sets up where it is paid, reads the terms and agrees to them.
  const session = await aSession(api, {
    wallet: { address: family.wallet, family: network === "tron" ? "tron" : "evm" },
  });
  const platform = asPlatform(session.bearer);
  const destination = await send(createDestination, "/v1/payee-destination", {
    method: "POST",
    headers: session.bearer,
    body: { chainId: NETWORKS[network].chainId, tokenAddress: token.address },
  });
  expect([destination.status, destination.body.message]).toEqual([201, undefined]);
  const intent = tokenOf(
    await orc.invite({
      clientIdName: "Shop",
      externalId: network,
      kyt: { providers: [{ provider: "hypernative" }, { provider: "merklescience" }] },
    }),
  );
  const offer = await platform.readIntent(intent);
  expect(offer.body).toMatchObject({
    branding: { displayName: "Partner's look" },
    terms: { fees: [{ bps: 100 }] },
  });
  const agreed = await platform.complete(intent, { termsId: offer.body.termsId });
  expect([agreed.status, agreed.body.message]).toEqual([201, undefined]);
  const { clientId, id: clientIdId } = agreed.body.clientId;
  const linked = await heard("client_id.linked", "clientId", clientId);
  expect(linked.json).toMatchObject({ chain: network, externalId: network, orchestratorId: partner.id });

  // Its payer pays a link on the partner's look.
  const pair = { ...partner.keyAlone, "x-client-id": clientId };
  const link = await send(createLink, "/v2/secure-payments", {
    method: "POST",
    headers: pair,
    body: { requests: [{ amount: "100" }] },
  });
  expect([link.status, link.body.message]).toEqual([201, undefined]);
  const { token: linkToken } = link.body;
  const params = { token: linkToken };
  const page = { ...PAGE, origin: new URL(api.app.config.urls.pay).origin };
  const path = `/v2/secure-payments/${linkToken}`;
  const shown = await send(readLink, `${path}?wallet=${family.payer}`, { headers: page, params });
  expect(shown.body).toMatchObject({
    branding: { displayName: "Partner's look", contact: "help@partner.example" },
    accessDecision: { status: "approved" },
  });
  const before = { fee: await family.balance(family.feeAddress), payee: await family.balance(family.wallet) };
  const calldata = await send(getCalldata, `${path}/pay?wallet=${family.payer}`, { headers: page, params });
  expect([calldata.status, calldata.body.message]).toEqual([200, undefined]);
  // Between `/pay` and the block the partner takes more; the payment does not.
  const [config] = (await orc.fees()).body;
  await orc.updateFee(config.id, { bps: 9_000 });
  const txHash = await family.pay(linkToken, calldata.body);
  await orc.updateFee(config.id, { bps: 100 });
  await settle(network);

  // One transaction: 100 less 1 % of the partner and 0.05 % of the service.
  const after = { fee: await family.balance(family.feeAddress), payee: await family.balance(family.wallet) };
  expect([after.payee - before.payee, after.fee - before.fee]).toEqual([98_950_000n, 1_000_000n]);
  const done = await send(readLink, path, { headers: page, params });
  expect(done.status).toBe(409);
  const screened = await heard("kyt.screening.completed", "paymentToken", linkToken);
  expect(screened.json).toMatchObject({ status: "approved", provider: "hypernative", clientId });

  // Both views show it.
  const earned = await send(getPlatforms, "/v2/orchestrators/platforms", { headers: partner.keyAlone });
  const own = earned.body.platforms.find((one: { clientId: string }) => one.clientId === clientId);
  const currencyId = family.currency;
  expect(own).toMatchObject({
    externalId: network,
    volume: [{ network, currencyId, amount: "98.95", payments: 1 }],
    fees: [{ network, currencyId, amount: "1", payments: 1 }],
  });
  const file = await exportFees(
    new Request("http://127.0.0.1/v2/orchestrators/earnings/export", { headers: partner.keyAlone }),
    { params: Promise.resolve(undefined) },
  );
  const line = (await file.text()).split("\r\n").find((one) => one.includes(clientId)) ?? "";
  for (const cell of [txHash.replace(/^0x/, ""), family.feeAddress, token.symbol, network]) {
    expect(line).toContain(cell);
  }
  const [listed] = (await platform.links()).body.links;
  expect(listed).toMatchObject({ partner: "Partner", fees: [{ bps: 100 }], feesChanged: false });

  // The platform leaves.
  expect((await platform.leave(clientIdId)).status).toBe(200);
  const late = await send(createLink, "/v2/secure-payments", {
    method: "POST",
    headers: pair,
    body: { requests: [{ amount: "100" }] },
  });
  expect(late.status).toBe(403);
}

describe("a partner onboards a platform, earns its fee in the payment's own transaction, and is left", () => {
  test("on Sepolia", async () => {
    const { payer, payer2 } = sepolia.accounts;
    const usdc = tokenById("USDC-sepolia")?.address as Hex;
    await onboardPayAndLeave("sepolia", {
      currency: "USDC-sepolia",
      wallet: payer2.address,
      payer: payer.address,
      feeAddress: FEE_EVM,
      balance: (of) => balanceOf(sepolia, usdc, of as Hex),
      pay: async (_, { transactions }) => {
        const receipts = await signAndSend(sepolia, "payer", transactions);
        return receipts.at(-1)?.transactionHash ?? "";
      },
    });
  });

  test("on Tron", async () => {
    const { payer, payer2 } = tron.accounts;
    await onboardPayAndLeave("tron", {
      currency: "USDT-tron",
      wallet: payer2.tronAddress,
      payer: payer.tronAddress,
      feeAddress: FEE_TRON,
      balance: async (of) => {
        const data = `0x70a08231${tronToHex20(of).slice(2).padStart(64, "0")}`;
        return BigInt(String(await tron.rpc("eth_call", { to: tronToHex20(tron.usdt), data }, "latest")));
      },
      pay: async (token, { transactions, metadata }) => {
        let last = "";
        for (const [index, transaction] of transactions.entries()) {
          const isPayment = index === transactions.length - 1;
          const limit = isPayment ? metadata.paymentFeeLimit : metadata.approvalFeeLimit;
          const signedTransaction = await signCall(
            payer.privateKey,
            await tronCallOf(tron, payer, transaction, limit),
          );
          const answer = await send(broadcast, `/v2/secure-payments/${token}/tron/broadcast`, {
            method: "POST",
            headers: { ...PAGE, origin: new URL(api.app.config.urls.pay).origin },
            params: { token },
            body: { signedTransaction },
          });
          expect(answer.body).toEqual({ result: true, txid: signedTransaction.txID });
          await tron.control.mine();
          last = signedTransaction.txID;
        }
        return last;
      },
    });
  });
});
