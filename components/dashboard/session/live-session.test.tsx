// @vitest-environment happy-dom

import { act, cleanup, render, screen } from "@testing-library/react";
import type { Session } from "next-auth";
import { afterEach, expect, test, vi } from "vitest";
import { walletSettings } from "@/wallet/testing/wallet-settings";
import { type DashboardConfig, DashboardConfigProvider } from "../config";
import { LiveSession } from "./live-session";
import { type Merchant, useMerchant } from "./merchant";

/** What next-auth knows of the session, and what the page does about its route. */
const outside = vi.hoisted(() => ({ known: null as object | null, refreshed: 0 }));
vi.mock("next-auth/react", async (original) => ({
  ...(await original<object>()),
  useSession: () => ({ data: outside.known }),
}));
vi.mock("next/navigation", async (original) => ({
  ...(await original<object>()),
  useRouter: () => ROUTER,
}));
const ROUTER = {
  refresh: () => {
    outside.refreshed += 1;
  },
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const ADDRESS = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const OTHER = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const config: DashboardConfig = {
  apiBase: "",
  authBase: "",
  apiUrl: "",
  payUrl: "",
  headerPrefix: "x-",
  isLocal: true,
  isRegistrationOpen: true,
  isOrchestratorRegistrationOpen: false,
  idleMs: 15 * 60_000,
  linkLifetimeMs: 60_000,
  hasFees: false,
  networks: [],
  passkeys: { isOffered: true },
  wallets: walletSettings(),
};

const sessionOf = (address: string, person = "person of the page"): Session => ({
  kind: "wallet",
  wallet: { address, family: "evm" },
  account: `account of ${address}`,
  person,
  expires: "",
});

const caller: { merchant?: Merchant } = {};

/** Lets a test call the service as the merchant of the page. */
function Caller() {
  caller.merchant = useMerchant();
  return null;
}

function Form() {
  return (
    <form>
      <input aria-label="Name" />
    </form>
  );
}

/** A merchant's page, with a form in it or without, whose service takes the session no more. */
function aPage({ hasForm }: { hasForm: boolean }) {
  vi.stubGlobal("fetch", async () => Response.json({ error: "Unauthorized" }, { status: 401 }));
  outside.refreshed = 0;
  outside.known = sessionOf(ADDRESS);
  const page = () => (
    <DashboardConfigProvider value={config}>
      <LiveSession
        owner={sessionOf(ADDRESS)}
        address={ADDRESS}
        family="evm"
        destination={null}
        memberRole="owner"
      >
        {hasForm && <Form />}
        <Caller />
      </LiveSession>
    </DashboardConfigProvider>
  );
  const { rerender } = render(page());
  const call = (method: "GET" | "POST") =>
    act(async () => {
      const answer = caller.merchant?.api(method, "/v1/client-ids").catch(() => "refused");
      if (method === "GET") await answer;
      else await Promise.resolve();
    });
  /** Another tab signed out, or in. */
  const hears = (address: string | null, person?: string) =>
    act(async () => {
      outside.known = address === null ? null : sessionOf(address, person);
      rerender(page());
    });
  return { call, hears };
}

const dialog = () => screen.queryByRole("dialog", { name: "Sign in again", hidden: true });
const said = (text: string) => screen.queryByText(text, { exact: false, ignore: "script" });

test("a list that is refused puts no dialog over an open form; a change asks", async () => {
  const { call } = aPage({ hasForm: true });
  await call("GET");
  expect(dialog()).toBeNull();
  expect(said("What you typed is still here.")).not.toBeNull();
  await call("POST");
  expect(dialog()).not.toBeNull();
});

test("a list that is refused asks at once where nothing is typed", async () => {
  const { call } = aPage({ hasForm: false });
  await call("GET");
  expect(dialog()).not.toBeNull();
});

test.each([
  ["a list is refused first", ["GET", null]],
  ["it is heard of first", [null, "GET"]],
] as const)("a sign-out in another tab is said to be one where %s", async (_, order) => {
  const { call, hears } = aPage({ hasForm: true });
  for (const next of order) await (next === null ? hears(null) : call(next));
  expect(dialog()).toBeNull();
  expect(said("You signed out in another tab.")).not.toBeNull();
  expect(outside.refreshed).toBe(0);
});

test("another account in another tab is named, also where a list is refused first", async () => {
  const { call, hears } = aPage({ hasForm: true });
  await call("GET");
  await hears(OTHER);
  expect(said("Another account or member signed in in another tab.")).not.toBeNull();
  expect(dialog()).toBeNull();
});

test("another member of the same account is somebody else, and the same person by another wallet is not", async () => {
  const { call, hears } = aPage({ hasForm: true });
  await call("GET");
  await hears(ADDRESS, "another person");
  expect(said("Another account or member signed in in another tab.")).not.toBeNull();
  await hears(ADDRESS);
  expect(said("What you typed is still here.")).toBeNull();
});

test("a refusal for want of a role has the role read anew, and any other refusal has not", async () => {
  const { call } = aPage({ hasForm: false });
  const refuse = (code: string) =>
    vi.stubGlobal("fetch", async () =>
      Response.json({ message: "No" }, { status: 403, headers: { "x-error-code": code } }),
    );
  refuse("scope_missing");
  await call("GET");
  expect(outside.refreshed).toBe(0);
  refuse("role_missing");
  await call("GET");
  expect(outside.refreshed).toBe(1);
});
