import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { GET as accounts } from "@/app/v1/accounts/route";
import { POST as invite } from "@/app/v1/members/invitations/route";
import { GET as members } from "@/app/v1/members/route";
import { DELETE as removeOne } from "@/app/v1/wallets/[id]/route";
import { POST as postChallenge } from "@/app/v1/wallets/challenge/route";
import { GET as listWallets, POST as postWallet } from "@/app/v1/wallets/route";
import { auditLog, people, platforms, sessions } from "@/db/schema";
import { STANDINGS, type Standing, WALLET_PAIRS } from "@/server/auth/wallets/pairs";
import type { OwnWallet } from "@/server/auth/wallets/schema";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { anAccountOfTwo, approveAs, readApproval, sendApproval } from "@/server/testing/approvals";
import { aWallet, signerOf, type TestSession } from "@/server/testing/credentials";
import { ManualClock } from "@/server/testing/manual-clock";
import { type Answered, send } from "@/server/testing/send";
import {
  aChallenge,
  anEvmWallet,
  aTronWallet,
  type Challenge,
  type SigningWallet,
  signed,
  tokenHash,
  tokenOf,
  verify,
} from "@/server/testing/sign-in";
import { confirming } from "@/server/testing/step-up";

const clock = new ManualClock();
let api: TestApi;
let me: Who;

beforeAll(async () => {
  api = await startTestApi({}, { now: clock.now });
});
afterAll(() => api?.close());
beforeEach(async () => {
  me = await signedIn(aKnownWallet());
});

/** A new wallet that can confirm what is asked of it. */
function aKnownWallet(): SigningWallet {
  return anEvmWallet(signerOf(aWallet()));
}

type Who = Pick<TestSession, "bearer">;

/** Signs in as anybody does: with a challenge of the service. */
async function signedIn(wallet: SigningWallet): Promise<Who> {
  const answer = await verify(await signed(wallet, await aChallenge(wallet.address)));
  if (answer.status !== 200) throw new Error(`not signed in: ${answer.status} ${await answer.text()}`);
  return { bearer: { authorization: `Bearer ${tokenOf(answer)}` } };
}

const read = async (handler: typeof accounts, who: Who) =>
  (await send(handler, "/", { headers: who.bearer })).body;
const walletsOf = (who: Who): Promise<OwnWallet[]> => read(listWallets, who);
const accountOf = async (who: Who): Promise<string> =>
  (await read(accounts, who)).find(({ isSelected }: { isSelected: boolean }) => isSelected).id;

async function ask(who: Who, wallet: SigningWallet): Promise<Challenge> {
  const options = { method: "POST", headers: who.bearer, body: { address: wallet.address } } as const;
  const answer = await send(postChallenge, "/v1/wallets/challenge", options);
  if (answer.status !== 201) throw new Error(`no challenge: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

const post = (who: Who, body: unknown) =>
  send(confirming(postWallet), "/v1/wallets", { method: "POST", headers: who.bearer, body });
const add = async (who: Who, wallet: SigningWallet) =>
  post(who, await signed(wallet, await ask(who, wallet)));
const remove = (who: Who, id: string) =>
  send(confirming(removeOne), `/v1/wallets/${id}`, { method: "DELETE", headers: who.bearer, params: { id } });

async function removeByAddress(who: Who, { address }: SigningWallet): Promise<Answered> {
  const own = (await walletsOf(who)).find((one) => one.address === address);
  return remove(who, own?.id ?? "01JD0000000000000000000000");
}

async function done(answer: Answered, status = 201) {
  expect(answer.status, JSON.stringify(answer.body)).toBe(status);
}

/** Puts a wallet into each standing to `me`. */
const MAKE: Record<Standing, (wallet: SigningWallet) => Promise<void>> = {
  unknown: async () => {},
  own: async (wallet) => done(await add(me, wallet)),
  own_opened: async (wallet) => {
    me = await signedIn(wallet);
    await done(await add(me, aKnownWallet()));
  },
  other: async (wallet) => done(await add(await signedIn(aKnownWallet()), wallet)),
  other_opened: async (wallet) => {
    await signedIn(wallet);
  },
  removed_opened: async (wallet) => {
    me = await signedIn(wallet);
    await takeAway(me, wallet);
    me = later;
  },
  other_removed_opened: async (wallet) => takeAway(await signedIn(wallet), wallet),
};

let later: Who;
/** Adds a second wallet, signs in by that, and removes the first. */
async function takeAway(who: Who, wallet: SigningWallet): Promise<void> {
  const second = aKnownWallet();
  await done(await add(who, second));
  later = await signedIn(second);
  await done(await removeByAddress(later, wallet), 200);
}

async function personOf(who: Who): Promise<string> {
  const [session] = await api.app.database.db
    .select()
    .from(sessions)
    .where(eq(sessions.tokenHash, tokenHash(who.bearer.authorization.slice("Bearer ".length))));
  return session?.personId ?? "";
}

describe.each(STANDINGS)("a wallet that is %s", (standing) => {
  const pairs = WALLET_PAIRS[standing];

  test("is added, or refused in plain words", async () => {
    const wallet = aKnownWallet();
    await MAKE[standing](wallet);
    const before = await walletsOf(me);
    const answer = await add(me, wallet);
    if (pairs.add === "added") {
      await done(answer);
      expect((await walletsOf(me)).map(({ address }) => address)).toContain(wallet.address);
      expect(await personOf(await signedIn(wallet))).toBe(await personOf(me));
    } else {
      expect(answer.status).toBe(409);
      expect(answer.body.message).toBe(pairs.add.refused);
      expect(await walletsOf(me)).toEqual(before);
    }
  });

  test("signs in as the table says", async () => {
    const wallet = aKnownWallet();
    await MAKE[standing](wallet);
    const mine = await personOf(me);
    const everybody = await api.app.database.db.$count(people);
    const answer = await verify(await signed(wallet, await aChallenge(wallet.address)));
    if (pairs.signIn === "refused") {
      expect(answer.status).toBe(403);
      expect((await answer.json()).message).toContain("was removed from the ways to sign in");
      expect(await api.app.database.db.$count(people)).toBe(everybody);
      return;
    }
    expect(answer.status).toBe(200);
    const who = { bearer: { authorization: `Bearer ${tokenOf(answer)}` } };
    const isNew = (await api.app.database.db.$count(people)) > everybody;
    expect(isNew).toBe(pairs.signIn === "opens_account");
    expect((await personOf(who)) === mine).toBe(pairs.signIn === "as_caller");
    if (pairs.signIn === "as_caller") expect(await read(accounts, who)).toEqual(await read(accounts, me));
  });

  test("is removed by its person alone", async () => {
    const wallet = aKnownWallet();
    await MAKE[standing](wallet);
    const stranger = await signedIn(aKnownWallet());
    const own = (await walletsOf(me)).find(({ address }) => address === wallet.address);
    if (own) expect((await remove(stranger, own.id)).status).toBe(404);
    const answer = await removeByAddress(me, wallet);
    expect(answer.status).toBe(pairs.remove === "removed" ? 200 : 404);
  });
});

describe("adding a wallet", () => {
  test("of Tron works too, is asked for with its address, and is told to every account of the person", async () => {
    const wallet = aTronWallet();
    const body = await signed(wallet, await ask(me, wallet));
    const account = await accountOf(me);
    await send(confirming(invite), "/v1/members/invitations", {
      method: "POST",
      headers: me.bearer,
      body: { role: "viewer" },
    });
    await done(await post(me, body));
    expect(await walletsOf(me)).toMatchObject([
      { family: "evm", isCurrent: true, opened: expect.any(String) },
      { family: "tron", address: wallet.address, chainId: null, isCurrent: false, opened: null },
    ]);
    expect((await read(members, me))[0].wallets).toContain(wallet.address);
    const isTold = and(eq(auditLog.platformId, account), eq(auditLog.action, "wallet.created"));
    expect(await api.app.database.db.select().from(auditLog).where(isTold)).toMatchObject([
      { details: { wallet: wallet.address } },
    ]);
    expect(await accountOf(await signedIn(wallet))).toBe(account);
  });

  test("takes no signature of a sign-in, of another session, of another wallet, or that was used", async () => {
    const wallet = aKnownWallet();
    const other = await signedIn(aKnownWallet());
    const forSignIn = await signed(wallet, await aChallenge(wallet.address));
    const forOther = await signed(wallet, await ask(other, wallet));
    const byOther = await signed(aKnownWallet(), await ask(me, wallet));
    for (const body of [forSignIn, forOther, byOther]) {
      const answer = await post(me, body);
      expect(answer.status).toBe(400);
    }
    const good = await signed(wallet, await ask(me, wallet));
    // What was signed to be added signs nobody in.
    expect((await verify(good)).status).toBe(401);
    const answers = await Promise.all([post(me, good), post(me, good)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
    expect(await walletsOf(me)).toHaveLength(2);
  });

  test("at the moment in which it signs in for the first time makes it one person's, with one account or none", async () => {
    for (let i = 0; i < 5; i++) {
      const wallet = aKnownWallet();
      const body = await signed(wallet, await ask(me, wallet));
      const signIn = await signed(wallet, await aChallenge(wallet.address));
      const [added] = await Promise.all([post(me, body), verify(signIn)]);
      const opened = await api.app.database.db.$count(platforms, eq(platforms.walletAddress, wallet.address));
      expect(opened).toBe(added.status === 201 ? 0 : 1);
    }
  });
});

describe("removing a wallet", () => {
  test("that opened an account is no owner of it again for a process of 0.2.0, which does not look", async () => {
    const wallet = aKnownWallet();
    await takeAway(await signedIn(wallet), wallet);
    const { sql } = api.app.database;
    await sql`insert into people (id, created_at) values ('of 0.2.0', now())`;
    const store = (address: string) => sql`
      insert into person_wallets (id, person_id, address, family, chain_id, created_at)
      values ('of 0.2.0', 'of 0.2.0', ${address}, 'evm', 0, now())`;
    const [removed] = await sql<{ address: string }[]>`
      select address from removed_wallets order by removed_at desc, id desc limit 1`;
    expect(removed?.address.toLowerCase()).toBe(wallet.address.toLowerCase());
    await expect(store(removed?.address ?? "")).rejects.toThrow(/was removed from the ways to sign in/);
    await store(aWallet());
  });

  test("is refused for the last way in, also of two that are removed at once", async () => {
    const [first] = await walletsOf(me);
    expect((await remove(me, first?.id ?? "")).body.message).toBe(
      "This is your only way to sign in; add another first",
    );
    await done(await add(me, aKnownWallet()));
    const both = await walletsOf(me);
    const answers = await Promise.all(both.map(({ id }) => remove(me, id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await walletsOf(me)).toHaveLength(1);
  });

  test("ends the sessions that it began, and not the one that removes it", async () => {
    const second = aKnownWallet();
    await done(await add(me, second));
    const [one, two] = [await signedIn(second), await signedIn(second)];
    await done(await removeByAddress(one, second), 200);
    expect((await send(accounts, "/", { headers: two.bearer })).status).toBe(401);
    expect((await send(accounts, "/", { headers: one.bearer })).status).toBe(200);
    expect((await send(accounts, "/", { headers: me.bearer })).status).toBe(200);
  });

  test("leaves the account paid where it was, and the wallet cannot come back as another owner", async () => {
    const wallet = aKnownWallet();
    const who = await signedIn(wallet);
    const account = await accountOf(who);
    await takeAway(who, wallet);
    expect(await accountOf(later)).toBe(account);
    const [platform] = await api.app.database.db.select().from(platforms).where(eq(platforms.id, account));
    expect(platform?.walletAddress).toBe(wallet.address);
    expect((await verify(await signed(wallet, await aChallenge(wallet.address)))).status).toBe(403);
    expect(await read(members, later)).toHaveLength(1);
  });
});

test("whoever asks with one wallet cannot approve with another of theirs", async () => {
  const { asker, approver } = await anAccountOfTwo(api);
  const second = anEvmWallet(signerOf(aWallet()));
  await done(await add(asker, second));
  const asked = await send(confirming(invite), "/v1/members/invitations", {
    method: "POST",
    headers: asker.bearer,
    body: { role: "viewer" },
  });
  expect(asked.status).toBe(202);
  const id: string = asked.body.id;
  const bySecond = await signedIn(second);
  const asMember = { ...asker, bearer: bySecond.bearer };
  const shown = await readApproval(approver, id);
  const signature = await signerOf(second.address).signTypedData(
    shown.proofRequest?.wallets[0]?.typedData as never,
  );
  const proof = { kind: "wallet", address: second.address, signature } as const;
  // The second wallet opens the first account of its person; there the approval is not, or is their own.
  expect([403, 404]).toContain((await sendApproval(asMember, id, proof)).status);
  expect((await sendApproval(asker, id, proof)).status).toBe(403);
  expect((await approveAs(approver, id)).body.state).toBe("approved");
});
