import { eq } from "drizzle-orm";
import type { Hex } from "viem";
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { GET as getOwn, POST as postOwn } from "@/app/v1/payee-destination/route";
import { DELETE, GET as getOne } from "@/app/v2/payee-destination/[destinationId]/route";
import { GET, POST } from "@/app/v2/payee-destination/route";
import { GET as getSigningData } from "@/app/v2/payee-destination/signing-data/route";
import { auditLog, destinationSignings, payeeDestinations } from "@/db/schema";
import { systemCaller } from "@/server/auth/callers";
import { type App, boot, replaceApp } from "@/server/boot";
import { inTransaction } from "@/server/context";
import { destinationId } from "@/server/payee-destinations/interop-address";
import { sweepSignings } from "@/server/payee-destinations/signed-action";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { aSession } from "@/server/testing/credentials";
import { tokenOf } from "@/server/testing/data/stored";
import { type Tenant, twoTenants } from "@/server/testing/data/tenants";
import { ManualClock } from "@/server/testing/manual-clock";
import { refusedFields } from "@/server/testing/refused-fields";
import { send } from "@/server/testing/send";
import { aTronWallet } from "@/server/testing/sign-in";

const USDC = addressOf("USDC-sepolia");
const USDT = addressOf("USDT-sepolia");
const SEPOLIA = 11155111;
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

let api: TestApi;
let app: App;
let a: Tenant;
let b: Tenant;
let wallet: PrivateKeyAccount;
const clock = new ManualClock();

beforeAll(async () => {
  api = await startTestApi();
  app = boot(api.app.config, "test", { now: clock.now });
  replaceApp(app);
  [a, b] = await twoTenants(api);
});

afterAll(async () => {
  await app?.close();
  await api?.close();
});

beforeEach(() => {
  wallet = privateKeyToAccount(generatePrivateKey());
});

function addressOf(currency: string): Hex {
  return `0x${tokenOf(currency).address?.slice(2)}`;
}

type Headers = Record<string, string>;
const path = "/v2/payee-destination";

const ask = (query: Record<string, string>, headers: Headers = a.backend) =>
  send(getSigningData, `${path}/signing-data?${new URLSearchParams(query)}`, { headers });

/** What `who` would sign to add or deactivate a destination. */
async function toSign(action: "add" | "deactivate", options: { token?: Hex; headers?: Headers } = {}) {
  const { token = USDC, headers = a.backend } = options;
  const query = { walletAddress: wallet.address, action, tokenAddress: token, chainId: String(SEPOLIA) };
  const { status, body } = await ask(query, headers);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
}

// biome-ignore lint/suspicious/noExplicitAny: typed data as it came over the wire, altered by the attacks
const signedBy = (who: PrivateKeyAccount, data: any): Promise<Hex> => who.signTypedData(data);

const add = (body: unknown, headers: Headers = a.backend) =>
  send(POST, path, { method: "POST", headers, body });
const remove = (id: string, body: unknown, headers: Headers = a.backend) =>
  send(DELETE, `${path}/${encodeURIComponent(id)}`, {
    method: "DELETE",
    headers,
    body,
    params: { destinationId: id },
  });
const read = (id: string, headers: Headers = a.backend) =>
  send(getOne, `${path}/${encodeURIComponent(id)}`, { headers, params: { destinationId: id } });
const active = (address: string, headers: Headers = a.backend) =>
  send(GET, `${path}?walletAddress=${address}`, { headers });

async function added(options: { token?: Hex; headers?: Headers } = {}) {
  const data = await toSign("add", options);
  const body = { signature: await signedBy(wallet, data), nonce: data.nonce };
  const answer = await add(body, options.headers);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

const rows = () =>
  app.database.db.select().from(payeeDestinations).where(eq(payeeDestinations.walletAddress, wallet.address));

describe("signing data", () => {
  test("names the action, the route and its end, ready to be signed (PE-01, D-05)", async () => {
    const data = await toSign("add");
    expect(data).toMatchObject({
      nonce: expect.stringMatching(/^[0-9a-f]{32}$/),
      domain: { name: "Payment Request Service", version: "1", chainId: SEPOLIA },
      primaryType: "PayeeDestinationAction",
      message: {
        action: "add",
        walletAddress: wallet.address,
        tokenAddress: USDC,
        chainId: SEPOLIA,
        nonce: data.nonce,
        expiresAt: Date.parse(data.expiresAt) / 1000,
      },
    });
    expect(Date.parse(data.expiresAt) - clock.now().getTime()).toBe(300_000);
    expect(data.types.PayeeDestinationAction).toEqual([
      { name: "action", type: "string" },
      { name: "walletAddress", type: "address" },
      { name: "tokenAddress", type: "address" },
      { name: "chainId", type: "uint256" },
      { name: "nonce", type: "string" },
      { name: "expiresAt", type: "uint256" },
    ]);
    expect((await toSign("add")).nonce).not.toBe(data.nonce);
  });

  test.each<[string, Record<string, string>]>([
    ["walletAddress", { walletAddress: "nobody" }],
    ["walletAddress", { walletAddress: aTronWallet().address }],
    ["walletAddress", { walletAddress: `0x${"0".repeat(40)}` }],
    ["action", { action: "remove" }],
    ["tokenAddress", { tokenAddress: `0x${"1".repeat(40)}` }],
    ["tokenAddress", { tokenAddress: addressOf("USDC-base") }],
    ["tokenAddress", { tokenAddress: tokenOf("DAI-mainnet").address ?? "", chainId: "1" }],
    ["chainId", { chainId: "999" }],
    ["chainId", { chainId: "728126428" }],
    ["chainId", { chainId: "0x1" }],
    ["chainId", { chainId: "1e3" }],
  ])("400 on %s: %j, and nothing is remembered", async (field, change) => {
    const before = await app.database.db.$count(destinationSignings);
    const good = {
      walletAddress: wallet.address,
      action: "add",
      tokenAddress: USDC,
      chainId: String(SEPOLIA),
    };
    const answer = await ask({ ...good, ...change });
    expect(answer.status).toBe(400);
    expect(refusedFields(answer.body)).toEqual([field]);
    expect(await app.database.db.$count(destinationSignings)).toBe(before);
  });

  test("400 for each parameter that is missing", async () => {
    for (const missing of ["walletAddress", "action", "tokenAddress", "chainId"]) {
      const query = {
        walletAddress: wallet.address,
        action: "add",
        tokenAddress: USDC,
        chainId: String(SEPOLIA),
      };
      const { [missing as keyof typeof query]: _, ...rest } = query;
      expect((await ask(rest)).body.message[0]).toMatchObject({ path: [missing], message: "Required" });
    }
  });
});

describe("a wallet that signs", () => {
  test("gets a destination, which is read by wallet and by ID (PE-02, PE-06, PE-07)", async () => {
    expect((await active(wallet.address)).body).toBeNull();
    const body = await added();
    expect(body).toMatchObject({
      destinationId: destinationId("sepolia", wallet.address, USDC),
      walletAddress: wallet.address,
      tokenAddress: USDC,
      chainId: SEPOLIA,
      active: true,
      claimed: true,
    });
    expect((await active(wallet.address.toLowerCase())).body).toEqual(body);
    expect((await read(body.destinationId)).body).toEqual(body);
    expect((await read(body.destinationId, a.browser)).body).toEqual(body);
  });

  test("again changes it in place, deactivates it and brings it back (PE-03)", async () => {
    const first = await added();
    const moved = await added({ token: USDT });
    expect(moved.id).toBe(first.id);
    const data = await toSign("deactivate", { token: USDT });
    const answer = await remove(moved.destinationId, {
      signature: await signedBy(wallet, data),
      nonce: data.nonce,
    });
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
    expect((await active(wallet.address)).body).toBeNull();
    expect((await read(moved.destinationId)).body).toEqual({ ...moved, active: false });
    expect((await added({ token: USDT })).id).toBe(first.id);
    expect(await rows()).toHaveLength(1);
  });

  test("is the same wallet when it signs in: the destination is its own (AU-06)", async () => {
    const body = await added();
    const session = await aSession(api, { wallet: { address: wallet.address, family: "evm" } });
    expect((await send(getOwn, "/v1/payee-destination", { headers: session.bearer })).body).toEqual(body);
  });

  test("and has an account of its own keeps what is bound to it, whoever asked for the signature", async () => {
    const session = await aSession(api, { wallet: { address: wallet.address, family: "evm" } });
    const own = await send(postOwn, "/v1/payee-destination", {
      method: "POST",
      headers: session.bearer,
      body: { tokenAddress: USDC, chainId: SEPOLIA },
    });
    const moved = await added({ token: USDT, headers: b.backend });
    expect(moved.id).toBe(own.body.id);
    const [row] = await rows();
    expect(row?.platformId).toBe(session.platformId);
    const [entry] = await app.database.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subject, moved.id))
      .orderBy(auditLog.id)
      .offset(1);
    expect(entry).toMatchObject({
      action: "payee_destination.updated",
      platformId: session.platformId,
      actorPlatformId: b.platformId,
      credentialId: b.backendId.id,
    });
  });
});

/** Sends one signed body and expects it to change nothing. */
async function refused(send: () => ReturnType<typeof add>, field: "nonce" | "signature") {
  const before = await rows();
  const answer = await send();
  expect(answer.status).toBe(400);
  expect(refusedFields(answer.body)).toEqual([field]);
  expect(await rows()).toEqual(before);
}

describe("400 for a signature or nonce that is not good (PE-09)", () => {
  test("a nonce is good once", async () => {
    const data = await toSign("add");
    const body = { signature: await signedBy(wallet, data), nonce: data.nonce };
    expect((await add(body)).status).toBe(201);
    await refused(() => add(body), "nonce");
  });

  test("twenty at once with one nonce: one wins", async () => {
    const data = await toSign("add");
    const body = { signature: await signedBy(wallet, data), nonce: data.nonce };
    const answers = await Promise.all(Array.from({ length: 20 }, () => add(body)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(19);
    expect(await rows()).toHaveLength(1);
  });

  test("fifty at once with one Idempotency-Key all hear of the one destination", async () => {
    const data = await toSign("add");
    const body = { signature: await signedBy(wallet, data), nonce: data.nonce };
    const headers = { ...a.backend, "idempotency-key": data.nonce };
    const answers = await Promise.all(Array.from({ length: 50 }, () => add(body, headers)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    expect(await rows()).toHaveLength(1);
  });

  test("one made for adding does not deactivate, nor the other way round", async () => {
    const body = await added();
    const forAdding = await toSign("add");
    const adding = { signature: await signedBy(wallet, forAdding), nonce: forAdding.nonce };
    await refused(() => remove(body.destinationId, adding), "nonce");
    const forStopping = await toSign("deactivate");
    const stopping = { signature: await signedBy(wallet, forStopping), nonce: forStopping.nonce };
    await refused(() => add(stopping), "nonce");
    expect((await remove(body.destinationId, stopping)).status).toBe(200);
  });

  test("one whose text was signed with the other action does not either", async () => {
    const body = await added();
    const data = await toSign("deactivate");
    const forged = { ...data, message: { ...data.message, action: "add" } };
    const answer = { signature: await signedBy(wallet, forged), nonce: data.nonce };
    await refused(() => remove(body.destinationId, answer), "signature");
  });

  test("one made for another destination of the wallet does not deactivate this one", async () => {
    const body = await added();
    const data = await toSign("deactivate", { token: USDT });
    const answer = { signature: await signedBy(wallet, data), nonce: data.nonce };
    await refused(() => remove(body.destinationId, answer), "nonce");
  });

  test("one expires after five minutes, to the second", async () => {
    const [late, just] = [await toSign("add"), await toSign("add")];
    clock.advance(299_999);
    expect((await add({ signature: await signedBy(wallet, just), nonce: just.nonce })).status).toBe(201);
    clock.advance(1);
    const body = { signature: await signedBy(wallet, late), nonce: late.nonce };
    await refused(() => add(body), "nonce");
  });

  test("one that we never handed out", async () => {
    const data = await toSign("add");
    const nonce = "0".repeat(32);
    const forged = { ...data, nonce, message: { ...data.message, nonce } };
    await refused(() => signedBy(wallet, forged).then((signature) => add({ signature, nonce })), "nonce");
  });

  test("one handed out to another client ID, of the same tenant or of another", async () => {
    for (const headers of [a.browser, b.backend]) {
      const data = await toSign("add");
      const body = { signature: await signedBy(wallet, data), nonce: data.nonce };
      await refused(() => add(body, headers), "nonce");
      expect((await add(body)).status).toBe(201);
    }
  });

  test.each<[string, object]>([
    ["another chain in the domain", { domain: { chainId: 1 } }],
    ["another name in the domain", { domain: { name: "Payment Request Servicе" } }],
    ["another version", { domain: { version: "2" } }],
    ["a contract in the domain", { domain: { verifyingContract: `0x${"1".repeat(40)}` } }],
    ["a salt in the domain", { domain: { salt: `0x${"1".repeat(64)}` } }],
    ["another chain in the message", { message: { chainId: 1 } }],
    ["another token", { message: { tokenAddress: USDT } }],
    ["another wallet", { message: { walletAddress: `0x${"1".repeat(40)}` } }],
    ["a later end", { message: { expiresAt: 4102444800 } }],
    ["another nonce", { message: { nonce: "1".repeat(32) } }],
  ])("the wallet signed %s", async (_, change: { domain?: object; message?: object }) => {
    const data = await toSign("add");
    const { EIP712Domain: _domain, ...types } = data.types;
    const altered = {
      ...data,
      types,
      domain: { ...data.domain, ...change.domain },
      message: { ...data.message, ...change.message },
    };
    const body = { signature: await signedBy(wallet, altered), nonce: data.nonce };
    await refused(() => add(body), "signature");
  });

  test("another wallet signed the right text", async () => {
    const data = await toSign("add");
    const thief = privateKeyToAccount(generatePrivateKey());
    const body = { signature: await signedBy(thief, data), nonce: data.nonce };
    await refused(() => add(body), "signature");
    // A failed attempt of somebody else does not use the owner's nonce up.
    const good = { signature: await signedBy(wallet, data), nonce: data.nonce };
    expect((await add(good)).status).toBe(201);
  });

  test("the malleated twin of a good signature, and other spellings of v", async () => {
    const data = await toSign("add");
    const signature = await signedBy(wallet, data);
    const r = signature.slice(2, 66);
    const s = BigInt(`0x${signature.slice(66, 130)}`);
    const v = Number.parseInt(signature.slice(130), 16);
    const twin = `0x${r}${(ORDER - s).toString(16).padStart(64, "0")}${(v === 27 ? 28 : 27).toString(16)}`;
    const others = [27, 28, 0, 1, 29, 35, 36, 255]
      .filter((other) => other !== v)
      .map((other) => `${signature.slice(0, 130)}${other.toString(16).padStart(2, "0")}`);
    for (const bad of [twin, ...others]) {
      await refused(() => add({ signature: bad, nonce: data.nonce }), "signature");
    }
    expect((await add({ signature, nonce: data.nonce })).status).toBe(201);
  });

  test.each([
    "",
    "0x",
    `0x${"0".repeat(130)}`,
    `0x${"f".repeat(130)}`,
    `0x${"0".repeat(128)}1b`,
    `0x${"1".repeat(128)}`,
    `0x${"1".repeat(132)}`,
    `${"1".repeat(130)}`,
  ])("nonsense in place of a signature: %s", async (signature) => {
    const data = await toSign("add");
    await refused(() => add({ signature, nonce: data.nonce }), "signature");
  });

  test.each(["", "\u0000", "x".repeat(129)])("nonsense in place of a nonce: %j", async (nonce) => {
    await refused(() => add({ signature: `0x${"1".repeat(130)}`, nonce }), "nonce");
  });

  test("a destination that does not exist cannot be deactivated: 400 (PE-03)", async () => {
    const data = await toSign("deactivate");
    const body = { signature: await signedBy(wallet, data), nonce: data.nonce };
    const answer = await remove(destinationId("sepolia", wallet.address, USDC), body);
    expect(answer).toMatchObject({ status: 400, body: { message: "Payee destination not found" } });
    expect((await remove("x", body)).body.message).toBe("Invalid destination ID format");
  });
});

describe("another tenant", () => {
  test("sees nothing of a wallet that never signed for it", async () => {
    const body = await added();
    expect((await active(wallet.address, b.backend)).body).toBeNull();
    const foreign = await read(body.destinationId, b.backend);
    const unknown = await read(
      destinationId("sepolia", privateKeyToAccount(generatePrivateKey()).address, USDC),
      b.backend,
    );
    expect(foreign.status).toBe(404);
    expect(foreign.body).toEqual(unknown.body);
  });

  test("cannot deactivate it, with words that do not say whether it exists", async () => {
    const body = await added();
    const owner = wallet;
    wallet = privateKeyToAccount(generatePrivateKey());
    const data = await toSign("deactivate", { headers: b.backend });
    const own = { signature: await signedBy(wallet, data), nonce: data.nonce };
    const nobodys = destinationId("sepolia", privateKeyToAccount(generatePrivateKey()).address, USDC);
    const foreign = await remove(body.destinationId, own, b.backend);
    const unknown = await remove(nobodys, own, b.backend);
    expect(foreign.status).toBe(400);
    expect(foreign.body).toEqual(unknown.body);
    expect((await active(owner.address)).body).toEqual(body);
  });

  test("sees it once the wallet signs for it too", async () => {
    const first = await added();
    const again = await added({ headers: b.browser });
    expect(again.id).toBe(first.id);
    expect((await read(first.destinationId, b.backend)).body).toEqual(again);
  });
});

test("400 for what is no destination ID, on reading too (IA-08)", async () => {
  expect(await read("x")).toMatchObject({ status: 400, body: { message: "Invalid destination ID format" } });
  expect((await active("x")).status).toBe(400);
});

test("401 without a client ID that is good here (AU-06)", async () => {
  const session = await aSession(api);
  const others: Headers[] = [{}, a.key, session.bearer, { ...a.browser, origin: "https://evil.example" }];
  for (const headers of others) {
    const expected = headers.origin ? 403 : 401;
    expect((await active(wallet.address, headers)).status).toBe(expected);
    expect((await add({}, headers)).status).toBe(expected);
    expect((await ask({}, headers)).status).toBe(expected);
    expect((await read("x", headers)).status).toBe(expected);
    expect((await remove("x", {}, headers)).status).toBe(expected);
  }
});

test("nonces that were never used are removed, used ones stay as the owner's consent", async () => {
  await added();
  const unused = await toSign("add");
  clock.advance(300_000);
  await inTransaction(app.context(systemCaller("")), (tx) => sweepSignings(tx, 100));
  const left = await app.database.db
    .select()
    .from(destinationSignings)
    .where(eq(destinationSignings.walletAddress, wallet.address));
  expect(left).toHaveLength(1);
  expect(left[0]?.nonce).not.toBe(unused.nonce);
  expect(left[0]?.signature).toMatch(/^0x[0-9a-f]{130}$/);
});
