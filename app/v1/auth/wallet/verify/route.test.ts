import { eq, inArray } from "drizzle-orm";
import { privateKeyToAccount } from "viem/accounts";
import { createSiweMessage, parseSiweMessage } from "viem/siwe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET as listRequests } from "@/app/v2/request/route";
import { memberships, platforms, sessions, walletChallenges } from "@/db/schema";
import { publicCaller } from "@/server/auth/callers";
import { tronSigner } from "@/server/auth/signing-in/key-signature";
import { verifyChallenge } from "@/server/auth/signing-in/verify-challenge";
import type { Hex } from "@/server/chains/contract-addresses";
import { signedDigest } from "@/server/chains/wallets/recover-signer";
import { anotherProcess, startTestApi, type TestApi } from "@/server/testing/api";
import { ManualClock } from "@/server/testing/manual-clock";
import { call } from "@/server/testing/paying";
import {
  aChallenge,
  anEvmWallet,
  askChallenge,
  aTronWallet,
  signed,
  tokenHash,
  tokenOf,
  verify,
} from "@/server/testing/sign-in";

let api: TestApi;
const clock = new ManualClock();

beforeAll(async () => {
  api = await startTestApi({ DASHBOARD_URL: "https://pay.example/dashboard" }, { now: clock.now });
});
afterAll(() => api.close());

const sessionRows = () => api.app.database.db.select().from(sessions);

/** Signing in must fail with 401 and leave no session behind. */
async function expectRefused(answer: Promise<Response>) {
  const before = (await sessionRows()).length;
  const refused = await answer;
  expect(refused.status).toBe(401);
  expect(refused.headers.get("set-cookie")).toBeNull();
  expect((await sessionRows()).length).toBe(before);
}

describe("the challenge (WS-01 to WS-06)", () => {
  test("for EVM it is the EIP-4361 text another implementation writes and reads", async () => {
    const wallet = anEvmWallet();
    const { message, nonce, expiresAt } = await aChallenge(wallet.address.toLowerCase(), 8453);
    const parsed = parseSiweMessage(message);
    expect(parsed).toMatchObject({
      address: wallet.address,
      chainId: 8453,
      domain: "pay.example",
      uri: "https://pay.example",
      version: "1",
      nonce,
      issuedAt: clock.now(),
      expirationTime: new Date(expiresAt),
    });
    const { statement, issuedAt, expirationTime } = parsed;
    const rewritten = createSiweMessage({
      address: wallet.address,
      chainId: 8453,
      domain: "pay.example",
      uri: "https://pay.example",
      version: "1",
      nonce,
      ...(statement ? { statement } : {}),
      ...(issuedAt ? { issuedAt } : {}),
      ...(expirationTime ? { expirationTime } : {}),
    });
    expect(message).toBe(rewritten);
    expect(new Date(expiresAt).getTime() - clock.now().getTime()).toBe(5 * 60_000);
  });

  test("the chain is 1 unless named, and Tron has none", async () => {
    expect((await aChallenge(anEvmWallet().address)).message).toContain("\nChain ID: 1\n");
    const { message } = await aChallenge(aTronWallet().address, 5);
    expect(message).toMatch(/^pay\.example wants you to sign in with your Tron account:\nT\w{33}\n/);
    expect(message).not.toContain("Chain ID");
  });

  test("nonces are 32 hex characters and never the same", async () => {
    const { address } = anEvmWallet();
    const [a, b] = [await aChallenge(address), await aChallenge(address)];
    expect(a.nonce).toMatch(/^[0-9a-f]{32}$/);
    expect(a.nonce).not.toBe(b.nonce);
  });

  test.each([
    {},
    { address: "" },
    { address: "0x123" },
    { address: "0x0000000000000000000000000000000000000000" },
    { address: "0x52908400098527886E0F7030069857D2E4169Ee7" },
    { address: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u" },
    { address: "0x1111111111111111111111111111111111111111", chainId: 0 },
    { address: "0x1111111111111111111111111111111111111111", chainId: -1 },
    { address: "0x1111111111111111111111111111111111111111", chainId: 1.5 },
    { address: "0x1111111111111111111111111111111111111111", chainId: "1" },
  ])("400 for %j", async (body) => {
    expect((await askChallenge(body)).status).toBe(400);
  });
});

describe("200 signs in (WS-07 to WS-09)", () => {
  test.each([anEvmWallet, aTronWallet])(
    "with %o, and the cookie opens what the wallet owns",
    async (make) => {
      const wallet = make();
      const answer = await verify(await signed(wallet, await aChallenge(wallet.address)));
      expect(answer.status).toBe(200);
      expect(await answer.json()).toEqual({});
      expect(answer.headers.get("set-cookie")).toMatch(
        /^session_token=[\w-]{43}; Path=\/; Max-Age=900; HttpOnly; Secure; SameSite=Lax$/,
      );
      const token = tokenOf(answer);
      const headers = { cookie: `other=1; session_token=${token}` };
      expect((await listRequests(call("GET", "/v2/request", headers))).status).toBe(200);
    },
  );

  test("a wallet's first sign-in makes a platform with every right, the next finds it again", async () => {
    const wallet = anEvmWallet();
    for (const address of [wallet.address, wallet.address.toLowerCase()]) {
      expect((await verify(await signed(wallet, await aChallenge(address)))).status).toBe(200);
    }
    const made = await api.app.database.db
      .select()
      .from(platforms)
      .where(eq(platforms.walletAddress, wallet.address));
    expect(made).toMatchObject([{ canCreatePayouts: true }]);
  });

  test("first sign-ins at once make one platform, and one person who owns it", async () => {
    const wallet = anEvmWallet();
    const bodies = await Promise.all(
      [1, 2, 3, 4].map(async () => signed(wallet, await aChallenge(wallet.address))),
    );
    const answers = await Promise.all(bodies.map((body) => verify(body)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const owners = new Set(
      (await sessionRows())
        .filter(({ walletAddress }) => walletAddress === wallet.address)
        .map(({ platformId }) => platformId),
    );
    expect(owners.size).toBe(1);
    const people = new Set(
      (await sessionRows())
        .filter(({ walletAddress }) => walletAddress === wallet.address)
        .map(({ personId }) => personId),
    );
    const members = await api.app.database.db
      .select()
      .from(memberships)
      .where(inArray(memberships.platformId, [...owners]));
    expect(members).toMatchObject([{ personId: [...people][0], role: "owner", endedAt: null }]);
    expect(people.size).toBe(1);
  });

  test("the database holds the SHA-256 of the token, never the token", async () => {
    const wallet = anEvmWallet();
    const token = tokenOf(await verify(await signed(wallet, await aChallenge(wallet.address))));
    const rows = await sessionRows();
    expect(rows.map((row) => row.tokenHash)).toContain(`0x${tokenHash(token)}`);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test("a signature without 0x and with recovery byte 0 or 1 is the same signature", async () => {
    const wallet = anEvmWallet();
    const body = await signed(wallet, await aChallenge(wallet.address));
    const v = Number.parseInt(body.signature.slice(130), 16) - 27;
    const signature = `${body.signature.slice(2, 130)}0${v}`;
    expect((await verify({ ...body, signature })).status).toBe(200);
  });
});

describe("Tron's signed text", () => {
  test("is the published vector", async () => {
    const signature: Hex =
      "0x6ebeed17917e2f9972041ee1f5f54802e212f26fd316aef8d77c735b4ac5b555380af8d95ffe9520d2a2c679ac8f3c9bedbe35836776b54532d229d16a3de46d1b";
    const wallet = aTronWallet(`0x${"11".repeat(32)}`);
    expect(wallet.address).toBe("TCLBgkbfVkJroVBJVqBEsxtPNQEQMTQCLQ");
    expect(await wallet.signMessage("Hello Tron")).toBe(signature);
    expect(await tronSigner("Hello Tron", signature)).toBe(wallet.address);
  });

  test("counts bytes, not characters", () => {
    expect(signedDigest("tron", "é")).not.toBe(signedDigest("tron", "e"));
    expect(signedDigest("tron", "é").length).toBe(66);
  });
});

describe("401 leaves no session", () => {
  test("replayed: the same signed challenge a second time", async () => {
    const wallet = anEvmWallet();
    const body = await signed(wallet, await aChallenge(wallet.address));
    expect((await verify(body)).status).toBe(200);
    await expectRefused(verify(body));
  });

  test("parallel: fifty calls with one signed challenge make one session", async () => {
    const wallet = anEvmWallet();
    const body = await signed(wallet, await aChallenge(wallet.address));
    const answers = await Promise.all(Array.from({ length: 50 }, () => verify(body)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(49);
    const mine = (await sessionRows()).filter(({ walletAddress }) => walletAddress === wallet.address);
    expect(mine).toHaveLength(1);
  });

  test("expired: five minutes later", async () => {
    const wallet = anEvmWallet();
    const body = await signed(wallet, await aChallenge(wallet.address));
    clock.advance(5 * 60_000);
    await expectRefused(verify(body));
  });

  test("in time: a moment before that", async () => {
    const wallet = anEvmWallet();
    const body = await signed(wallet, await aChallenge(wallet.address));
    clock.advance(5 * 60_000 - 1);
    expect((await verify(body)).status).toBe(200);
  });

  test("foreign domain: a proper signature of the same message for another site", async () => {
    const wallet = anEvmWallet();
    const challenge = await aChallenge(wallet.address);
    const message = challenge.message.replaceAll("pay.example", "pay.example.evil.io");
    await expectRefused(verify(await signed(wallet, { ...challenge, message })));
  });

  test.each([
    ["URI", "URI: https://pay.example", "URI: https://evil.example"],
    ["chain", "Chain ID: 1", "Chain ID: 137"],
    ["time limit", "Expiration Time: 2", "Expiration Time: 3"],
    ["statement", "moves no money", "moves all money"],
    ["line ends", "\n\n", "\r\n\r\n"],
    ["trailing space", "Version: 1", "Version: 1 "],
  ])("changed %s, properly signed", async (_what, from, to) => {
    const wallet = anEvmWallet();
    const challenge = await aChallenge(wallet.address);
    const message = challenge.message.replace(from, to);
    expect(message).not.toBe(challenge.message);
    await expectRefused(verify(await signed(wallet, { ...challenge, message })));
  });

  test("foreign address: another wallet signs the challenge, or puts its own address into it", async () => {
    const [victim, attacker] = [anEvmWallet(), anEvmWallet()];
    const challenge = await aChallenge(victim.address);
    await expectRefused(verify(await signed(attacker, challenge)));
    const message = challenge.message.replace(victim.address, attacker.address);
    await expectRefused(verify(await signed(attacker, { ...challenge, message })));
    const own = await aChallenge(attacker.address);
    await expectRefused(verify({ ...(await signed(attacker, own)), challengeId: challenge.challengeId }));
  });

  test("client-made nonce: neither in the call nor in the message", async () => {
    const wallet = anEvmWallet();
    const challenge = await aChallenge(wallet.address);
    const nonce = "00".repeat(16);
    await expectRefused(verify({ ...(await signed(wallet, challenge)), nonce }));
    const message = challenge.message.replace(challenge.nonce, nonce);
    await expectRefused(verify(await signed(wallet, { ...challenge, nonce, message })));
  });

  test("client-made challenge: nobody issued it", async () => {
    const wallet = anEvmWallet();
    const challenge = await aChallenge(wallet.address);
    const challengeId = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
    await expectRefused(verify(await signed(wallet, { ...challenge, challengeId })));
  });

  test("malleated: the twin of a good signature with a high s", async () => {
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
    for (const wallet of [anEvmWallet(), aTronWallet()]) {
      const body = await signed(wallet, await aChallenge(wallet.address));
      const s = order - BigInt(`0x${body.signature.slice(66, 130)}`);
      const v = body.signature.endsWith("1b") ? "1c" : "1b";
      const signature = `${body.signature.slice(0, 66)}${s.toString(16).padStart(64, "0")}${v}`;
      await expectRefused(verify({ ...body, signature }));
    }
  });

  test.each(["00".repeat(65), "ff".repeat(65), `${"11".repeat(64)}1d`, `${"11".repeat(64)}1b`])(
    "nobody's signature %s",
    async (signature) => {
      const wallet = anEvmWallet();
      const challenge = await aChallenge(wallet.address);
      await expectRefused(verify({ ...(await signed(wallet, challenge)), signature }));
    },
  );

  test("an EVM signature under a Tron challenge of the same key, and the reverse", async () => {
    const key: Hex = `0x${"11".repeat(32)}`;
    const [evm, tron] = [anEvmWallet(privateKeyToAccount(key)), aTronWallet(key)];
    await expectRefused(verify(await signed(evm, await aChallenge(tron.address))));
    await expectRefused(verify(await signed(tron, await aChallenge(evm.address))));
  });

  test("a failed attempt does not use the challenge up", async () => {
    const [wallet, other] = [anEvmWallet(), anEvmWallet()];
    const challenge = await aChallenge(wallet.address);
    await expectRefused(verify(await signed(other, challenge)));
    expect((await verify(await signed(wallet, challenge))).status).toBe(200);
  });

  test("a contract wallet of a chain without a node is told so", async () => {
    const wallet = anEvmWallet();
    const challenge = await aChallenge(wallet.address, 999);
    const answer = await verify(await signed(anEvmWallet(), challenge));
    expect(answer.status).toBe(401);
    expect((await answer.json()).message).toContain("contract wallets of chain 999 cannot be asked here");
  });
});

describe("400", () => {
  test.each([
    { signature: "0x12" },
    { signature: `0x${"zz".repeat(65)}` },
    { signature: undefined },
    { nonce: "" },
    { message: "" },
    { challengeId: "" },
    { challengeId: 5 },
  ])("for %j, and nothing is used up", async (change) => {
    const wallet = anEvmWallet();
    const body = await signed(wallet, await aChallenge(wallet.address));
    expect((await verify({ ...body, ...change })).status).toBe(400);
    const [row] = await api.app.database.db
      .select()
      .from(walletChallenges)
      .where(eq(walletChallenges.id, body.challengeId));
    expect(row?.usedAt).toBeNull();
  });
});

test("several processes on one database take each challenge once between them (WS-05)", async () => {
  const others = [1, 2].map(() => anotherProcess(api, {}, { now: clock.now }));
  const apps = [api.app, ...others];
  for (let round = 0; round < 5; round++) {
    const wallet = anEvmWallet();
    const body = await signed(wallet, await aChallenge(wallet.address));
    const outcomes = await Promise.allSettled(
      apps.map((app) => verifyChallenge(app.context(publicCaller("198.51.100.1")), body)),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  }
  for (const app of others) await app.close();
});
