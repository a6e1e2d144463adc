import { NextRequest } from "next/server";
import { afterEach, describe, expect, test, vi } from "vitest";
import { config, proxy } from "@/proxy.next";

afterEach(() => vi.unstubAllEnvs());

const answerTo = (path: string) => proxy(new NextRequest(`http://127.0.0.1:3000${path}`));
const policyOf = async (path = "/pay") => (await answerTo(path)).headers.get("content-security-policy") ?? "";
const directive = (policy: string, name: string) =>
  policy.split("; ").find((part) => part.startsWith(`${name} `));

describe("content security policy", () => {
  test("scripts and styles need the nonce of this very answer", async () => {
    const policy = await policyOf();
    const nonce = /'nonce-([A-Za-z0-9+/=]{24})'/.exec(policy)?.[1];
    expect(directive(policy, "script-src")).toBe(`script-src 'nonce-${nonce}' 'strict-dynamic'`);
    expect(directive(policy, "style-src")).toBe(`style-src 'self' 'nonce-${nonce}'`);
    expect(await policyOf()).not.toContain(nonce);
    expect(policy).not.toMatch(/unsafe|http:|https:|\*/);
  });

  test("no page may be framed unless it is said so, and what is refused is reported to ourselves", async () => {
    expect(directive(await policyOf(), "frame-ancestors")).toBe("frame-ancestors 'none'");
    expect((await answerTo("/pay")).headers.get("x-frame-options")).toBe("DENY");
    expect(directive(await policyOf(), "report-uri")).toBe("report-uri /csp-report");
  });

  test("only the payer page may be framed, and only by the Safe interfaces that the operator names", async () => {
    vi.stubEnv("SAFE_APP_HOSTS", "https://app.safe.global, https://safe.example:8443");
    const allowed = "frame-ancestors https://app.safe.global https://safe.example:8443";
    for (const path of ["/pay", "/pay/", "/pay?token=x&frame-ancestors=https://evil.example"]) {
      expect(directive(await policyOf(path), "frame-ancestors")).toBe(allowed);
      expect((await answerTo(path)).headers.get("x-frame-options")).toBeNull();
    }
    for (const path of [
      "/",
      "/pay/gallery/ready",
      "/payx",
      "/dashboard",
      "/dashboard/pay",
      "/request/x",
      "/docs",
    ]) {
      expect(directive(await policyOf(path), "frame-ancestors")).toBe("frame-ancestors 'none'");
      expect((await answerTo(path)).headers.get("x-frame-options")).toBe("DENY");
    }
  });

  test("pages reach our API and sign-in where they live on hosts of their own", async () => {
    vi.stubEnv("API_URL", "https://api.example/base");
    vi.stubEnv("AUTH_URL", "https://auth.example");
    expect(directive(await policyOf(), "connect-src")).toBe(
      "connect-src 'self' https://api.example https://auth.example",
    );
  });

  test("pages reach nobody but us; the relay of WalletConnect only with a project", async () => {
    expect(directive(await policyOf(), "connect-src")).toBe("connect-src 'self'");
    expect(directive(await policyOf(), "frame-src")).toBe("frame-src 'none'");
    vi.stubEnv("WALLETCONNECT_PROJECT_ID", "0".repeat(32));
    expect(directive(await policyOf(), "connect-src")).toBe(
      "connect-src 'self' wss://relay.walletconnect.org wss://relay.walletconnect.com",
    );
    expect(directive(await policyOf(), "frame-src")).toBe(
      "frame-src https://verify.walletconnect.org https://verify.walletconnect.com",
    );
  });
});

test("a relay on this machine is reached with local chains only", async () => {
  vi.stubEnv("WALLETCONNECT_RELAY_URL", "ws://127.0.0.1:8100/relay");
  expect(directive(await policyOf(), "connect-src")).toBe("connect-src 'self'");
  vi.stubEnv("NETWORK_PROFILE", "local");
  expect(directive(await policyOf(), "connect-src")).toBe("connect-src 'self' ws://127.0.0.1:8100");
});

describe("pages about money", () => {
  test.each([
    "/pay",
    "/pay/",
    "/pay?token=x",
    "/request/01ABC",
    "/dashboard",
    "/dashboard/get-paid",
    "/onboarding/01ABC",
  ])("%s is kept by no cache and found by no search engine", async (path) => {
    const { headers } = await answerTo(path);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("x-robots-tag")).toBe("noindex, nofollow");
  });

  test.each(["/", "/docs", "/payments", "/requests"])("%s may be found", async (path) => {
    expect((await answerTo(path)).headers.get("x-robots-tag")).toBeNull();
  });
});

test("machines' addresses are not pages", () => {
  const matches = (path: string) => new RegExp(`^${config.matcher}$`).test(path);
  expect(
    [
      "/rpc/sepolia",
      "/csp-report",
      "/v2/request",
      "/metrics",
      "/manifest.json",
      "/pay/manifest.json",
      "/embed.js",
    ].filter(matches),
  ).toEqual([]);
  expect(
    ["/", "/pay", "/rpcx", "/csp-reports", "/pay/embed", "/embed"].filter((path) => !matches(path)),
  ).toEqual([]);
});

describe("colours", () => {
  const themeOf = async (path: string, headers: Record<string, string>) => {
    const answer = await proxy(new NextRequest(`http://127.0.0.1:3000${path}`, { headers }));
    return answer.headers.get("x-middleware-request-x-page-theme");
  };
  const themes = (paths: readonly string[], headers: Record<string, string>) =>
    Promise.all(paths.map((path) => themeOf(path, headers)));

  test("are those that were chosen on the dashboard and in the reference, and the system's on every other page", async () => {
    const dark = { cookie: "quittance_theme=dark" };
    expect(await themes(["/dashboard", "/dashboard/pay", "/docs"], dark)).toEqual(["dark", "dark", "dark"]);
    expect(await themes(["/", "/pay?theme=dark", "/request/1", "/docsx"], dark)).toEqual([
      "system",
      "system",
      "system",
      "system",
    ]);
    const odd = { cookie: "quittance_theme=%22%3E", "x-page-theme": "dark" };
    expect(await themes(["/dashboard", "/pay"], odd)).toEqual(["system", "system"]);
  });
});
