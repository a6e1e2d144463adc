import { describe, expect, test } from "vitest";
import { newToken } from "@/server/lib/ids";
import { newSecretKey } from "@/server/platforms/new-secret-key";
import { loggedPath } from "@/server/request-log/path";
import { newWebhookSecret } from "@/server/webhooks/endpoints/secret";

const session = "a_-".repeat(14).concat("Z");

describe("a path that is kept", () => {
  test.each([
    ["an API key", newSecretKey("sk_").value],
    ["an orchestrator key", newSecretKey("orc_").value],
    ["a signing secret", newWebhookSecret()],
    ["a signing secret with its prefix", `whsec_${newWebhookSecret()}`],
    ["a session token", session],
    ["an upper-case API key", newSecretKey("sk_").value.toUpperCase()],
    ["half of an API key", newSecretKey("sk_").value.slice(0, 30)],
  ])("holds no part of %s, plain or encoded, alone or among other text", (_, secret) => {
    const core = secret.slice(-12);
    for (const path of [
      `/v2/request/${secret}`,
      `/v2/request/${encodeURIComponent(secret).replace("_", "%5F")}/pay`,
      `/v2/request/key=${secret}`,
      `/v2/request/a,${secret},b`,
    ]) {
      const kept = loggedPath(path, undefined);
      expect(kept).not.toContain(core);
      expect(kept).toMatch(/^\/v2\/request\/.*…/);
    }
  });

  test("shortens the token of a link", () => {
    const token = newToken();
    expect(loggedPath(`/v2/secure-payments/${token}/pay`, token)).toBe(
      `/v2/secure-payments/${token.slice(0, 4)}…/pay`,
    );
    expect(loggedPath("/v2/secure-payments/not-a-token", "not-a-token")).toBe("/v2/secure-payments/…");
  });

  test.each([
    `/v2/request/01${"ab".repeat(32)}/pay`,
    "/v2/client-ids/cli_0123456789abcdefghijklmnopqrstuv",
    "/v1/webhook/01ARZ3NDEKTSV4RRFFQ69G5FAV/deliveries",
    "/v2/currencies/USDC-sepolia/conversion-routes",
    `/v2/payee-destination/0x${"ab".repeat(20)}%40eip155%3A1%23B4FD67BB%3A0x${"cd".repeat(20)}`,
    "/v2/request/%E0%80",
  ])("shows what is no secret as it was sent: %s", (path) => {
    expect(loggedPath(path, undefined)).toBe(path);
  });
});
