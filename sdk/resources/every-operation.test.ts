import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repositoryRoot } from "@/repository-root";
import { readDescription } from "@/sdk/generator/description";
import { readSources } from "@/server/testing/source-files";

/** Called by `client.call` alone, each for its reason. */
const WITHOUT_METHOD: Record<string, string> = {
  "GET /v1/auth/invitations/{token}": "read by a person, before they sign in",
  "POST /v1/auth/invitations/{token}/passkey": "signs a person in",
  "POST /v1/auth/invitations/{token}/passkey/challenge": "as above",
  "POST /v1/auth/invitations/{token}/wallet": "signs a person in",
  "POST /v1/auth/login": "signs a person in",
  "POST /v1/auth/logout": "ends the session of a person",
  "POST /v1/auth/passkey/challenge": "signs a person in",
  "POST /v1/auth/passkey/verify": "signs a person in, by a cookie",
  "POST /v1/auth/register": "opens an account",
  "POST /v1/auth/wallet/challenge": "signs a person in",
  "POST /v1/auth/wallet/verify": "signs a person in, by a cookie",
  "GET /v1/client-ids": "the same with a session: /v2/client-ids takes one too",
  "POST /v1/client-ids": "as above",
  "GET /v1/client-ids/{id}": "as above",
  "PUT /v1/client-ids/{id}": "as above",
  "DELETE /v1/client-ids/{id}": "as above",
  "POST /v1/device/authorizations/approve": "what a person decides in the dashboard",
  "POST /v1/device/authorizations/deny": "as above",
  "POST /v1/device/authorizations/lookup": "as above",
  "GET /v1/health": "says the same as /v2/health",
  "GET /v1/notification-channels": "what a person chooses for themselves in the dashboard",
  "POST /v1/notification-channels": "as above",
  "PATCH /v1/notification-channels/{id}": "as above",
  "DELETE /v1/notification-channels/{id}": "as above",
  "POST /v1/notification-channels/{id}/code": "as above",
  "POST /v1/notification-channels/{id}/confirm": "as above",
  "GET /v1/passkeys": "what a person does in a browser, which makes the passkey",
  "POST /v1/passkeys": "as above",
  "PATCH /v1/passkeys/{id}": "as above",
  "DELETE /v1/passkeys/{id}": "as above",
  "POST /v1/passkeys/challenge": "as above",
  "POST /v1/step-ups/{id}": "is signed by a person",
  "GET /v1/wallets": "what a person does in a browser, where the wallet signs",
  "POST /v1/wallets": "as above",
  "DELETE /v1/wallets/{id}": "as above",
  "POST /v1/wallets/challenge": "as above",
  "GET /v2/approval-policy": "what people decide in the dashboard",
  "PUT /v2/approval-policy": "as above",
  "GET /v2/approvals": "as above",
  "GET /v2/approvals/{id}": "as above",
  "POST /v2/approvals/{id}/answer": "as above",
  "POST /v2/approvals/{id}/approve": "as above",
  "POST /v2/approvals/{id}/refuse": "as above",
  "POST /v2/approvals/{id}/withdraw": "as above",
  "GET /v2/books/exports": "a file for accounting programs",
  "GET /v2/books/exports/{id}/file": "a file for accounting programs",
  "GET /v2/books/periods/{id}/statement/csv": "a file for people: the statement has the same",
  "GET /v2/books/periods/{id}/statement/pdf": "as above",
  "POST /v2/device/authorizations": "comes before there is a key: quittance login",
  "POST /v2/device/tokens": "as above",
  "GET /v2/invoices/{id}/pdf": "a file for people",
  "GET /v2/invoices/{id}/xml": "a file for accounting",
  "POST /v2/offramp/notices": "called by a provider",
  "GET /v2/request/{requestId}/receipt": "a file for people: the quittance has the same",
  "POST /v2/request/payment-intents/{paymentIntentId}": "deprecated",
  "GET /v2/secure-payments/{token}/invoice": "a file for the payer of a link",
  "GET /v2/status": "how the service is, for whoever wants to see it",
};

test("every operation has a method, or a reason for having none", () => {
  const { paths } = JSON.parse(readDescription().reduced) as { paths: Record<string, object> };
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const source = readSources(["sdk/resources"])
    .map(({ path }) => readFileSync(join(repositoryRoot(), path), "utf8"))
    .join("\n");
  const methods = [
    ...[...source.matchAll(/(?:operation|call)\(\s*"(\w+)",\s*"([^"]+)"/g)].map(
      ([, method = "", path]) => `${method.toUpperCase()} ${path}`,
    ),
    ...[...source.matchAll(/\blist\(\s*"([^"]+)"/g)].map(([, path]) => `GET ${path}`),
  ];
  const missing = operations.filter((operation) => !methods.includes(operation));
  expect(missing).toEqual(Object.keys(WITHOUT_METHOD).filter((operation) => operations.includes(operation)));
  expect(Object.keys(WITHOUT_METHOD).filter((operation) => !operations.includes(operation))).toEqual([]);
});
