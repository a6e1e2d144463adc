import { expect, test } from "vitest";
import { signBody } from "@/server/webhooks/sending/sign";
import { verifySnippets } from "./verify-snippets";

test("the code a merchant copies accepts our signature and nothing else", async () => {
  const node = verifySnippets("x-acme-").find(({ language }) => language === "js");
  const source = `data:text/javascript,${encodeURIComponent(node?.code ?? "")}`;
  const { isGenuine } = await import(/* @vite-ignore */ source);
  const body = Buffer.from('{"event":"payment.confirmed"}');
  const secret = "test-signing-secret";
  const signed = "090d0ee6b1632365f405aa9cb10a4d4fb349f45e76d9841c81479936a8f377ee";
  expect(signBody(secret, body)).toBe(signed);
  expect(isGenuine(body, signed, secret)).toBe(true);
  expect(isGenuine(Buffer.from('{"event":"payment.confirmed" }'), signed, secret)).toBe(false);
  expect(isGenuine(body, signed.replace("0", "1"), secret)).toBe(false);
  expect(isGenuine(body, undefined, secret)).toBe(false);
});

test("every language names the header as this service sends it", () => {
  for (const { code } of verifySnippets("x-acme-")) expect(code).toContain("x-acme-signature");
});
