import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { standardSignature } from "@/server/webhooks/sending/sign";

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "quittance-docs-"));
});
afterAll(() => rmSync(directory, { recursive: true }));

/** Runs a code block of docs/webhooks.md as an integrator would. */
async function block(name: string): Promise<Record<string, (...args: unknown[]) => unknown>> {
  const text = readFileSync(join(import.meta.dirname, "../../docs/webhooks.md"), "utf8");
  const code = text.split(`\`\`\`js ${name}\n`)[1]?.split("```")[0];
  if (!code) throw new Error(`docs/webhooks.md has no block ${name}`);
  const file = join(directory, `${name}.mjs`);
  writeFileSync(file, code);
  return import(/* @vite-ignore */ pathToFileURL(file).href);
}

describe("the code in docs/webhooks.md", () => {
  const body = Buffer.from('{"event":"payment.confirmed"}');
  const signature = "090d0ee6b1632365f405aa9cb10a4d4fb349f45e76d9841c81479936a8f377ee";

  test("accepts the check value and refuses everything near it", async () => {
    const { isGenuine } = await block("verify");
    expect(isGenuine?.(body, signature, "test-signing-secret")).toBe(true);
    expect(isGenuine?.(Buffer.concat([body, Buffer.from(" ")]), signature, "test-signing-secret")).toBe(
      false,
    );
    expect(isGenuine?.(body, signature, "another")).toBe(false);
    for (const forged of [undefined, "", signature.slice(2), `${signature}00`, "zz"]) {
      expect(isGenuine?.(body, forged, "test-signing-secret")).toBe(false);
    }
  });

  test("turns a secret into the key of the standard signature", async () => {
    const { standardSecret } = await block("whsec");
    const whsec = String(standardSecret?.("test-signing-secret"));
    const key = Buffer.from(whsec.replace("whsec_", ""), "base64").toString();
    const message = { id: "m", timestampSeconds: 1, body };
    expect(standardSignature([key], message)).toBe(standardSignature(["test-signing-secret"], message));
  });
});
