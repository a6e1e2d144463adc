import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Door, startFrontDoor } from "@/server/http/built/processes";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { aSession } from "@/server/testing/credentials";
import { aChallenge, anEvmWallet, signed, tokenOf } from "@/server/testing/sign-in";

let api: TestApi;
let door: Door;
let site: string;

beforeAll(async () => {
  api = await startTestApi();
  door = await startFrontDoor(api.app.config.databaseUrl);
  site = `http://127.0.0.1:${door.port}`;
});
afterAll(async () => {
  await door?.process.stop();
  await api?.close();
});

const cookiesOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");

/** What a page does with next-auth's client: fetch the CSRF token, then post a form with it. */
async function post(action: string, form: Record<string, string>, cookie = ""): Promise<Response> {
  const csrf = await fetch(`${site}/api/auth/csrf`);
  const { csrfToken } = await csrf.json();
  return fetch(`${site}/api/auth/${action}`, {
    method: "POST",
    redirect: "manual",
    headers: {
      cookie: [cookiesOf(csrf), cookie].filter(Boolean).join("; "),
      "content-type": "application/x-www-form-urlencoded",
    },
    body: new URLSearchParams({ ...form, csrfToken, json: "true" }),
  });
}

const list = (headers: Record<string, string>) => fetch(`${site}/v2/request`, { headers });

async function signInForm() {
  const wallet = anEvmWallet();
  const form = await signed(wallet, await aChallenge(wallet.address));
  return { wallet, form };
}

describe("next-auth and /v1/auth are two doors to one store", () => {
  test("what next-auth signs in, the API knows, by cookie and by bearer", async () => {
    const { wallet, form } = await signInForm();
    const answer = await post("callback/wallet", form);
    expect(answer.status).toBe(200);
    const session = answer.headers.getSetCookie().find((cookie) => cookie.startsWith("session_token="));
    expect(session).toMatch(/HttpOnly/i);
    expect(session).toMatch(/Secure/i);
    expect(session).toMatch(/SameSite=Lax/i);
    const token = tokenOf(answer);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect((await list({ cookie: `session_token=${token}` })).status).toBe(200);
    expect((await list({ authorization: `Bearer ${token}` })).status).toBe(200);

    const seen = await fetch(`${site}/api/auth/session`, { headers: { cookie: `session_token=${token}` } });
    expect(await seen.json()).toMatchObject({ kind: "wallet", wallet: { address: wallet.address } });
  });

  test("what the API signs in, next-auth shows; signed out there, it is over here", async () => {
    const { cookie, wallet } = await aSession(api);
    const seen = await fetch(`${site}/api/auth/session`, { headers: cookie });
    expect(await seen.json()).toMatchObject({ wallet });
    expect((await post("signout", {}, cookie.cookie)).status).toBe(200);
    expect((await list(cookie)).status).toBe(401);
  });

  test("signed out by the API, next-auth shows nobody", async () => {
    const { cookie } = await aSession(api);
    await fetch(`${site}/v1/auth/logout`, { method: "POST", headers: cookie });
    expect(await (await fetch(`${site}/api/auth/session`, { headers: cookie })).json()).toEqual({});
  });
});

describe("quittance sign-in --url, and --tron for a Tron wallet", () => {
  test.each([
    ["an EVM wallet", []],
    ["a Tron wallet", ["--tron"]],
  ])("signs %s in over HTTP and prints its token", async (_name, flags) => {
    const script = ["scripts/quittance.mjs", "sign-in", `0x${"11".repeat(32)}`, "--url", site, ...flags];
    const { stdout } = await promisify(execFile)(process.execPath, script);
    const answer = await list({ authorization: `Bearer ${stdout.trim()}` });
    expect(answer.status).toBe(200);
  });
});

describe("next-auth refuses", () => {
  test("a challenge a second time, and another wallet's signature", async () => {
    const { form } = await signInForm();
    expect((await post("callback/wallet", form)).status).toBe(200);
    for (const bad of [form, { ...form, signature: (await signInForm()).form.signature }]) {
      const answer = await post("callback/wallet", bad);
      expect(answer.status).toBe(401);
      expect(new URL((await answer.json()).url).searchParams.get("error")).toBe(
        "Challenge is unknown, expired or used already",
      );
      expect(answer.headers.getSetCookie().join()).not.toContain("session_token=");
    }
  });

  test("a form without the CSRF token: nothing is signed out", async () => {
    const { cookie } = await aSession(api);
    await fetch(`${site}/api/auth/signout`, { method: "POST", redirect: "manual", headers: cookie });
    expect((await list(cookie)).status).toBe(200);
  });
});
