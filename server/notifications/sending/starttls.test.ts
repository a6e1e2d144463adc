import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { repositoryRoot } from "@/repository-root";
import type { Outcome } from "@/server/notifications/sending/outcome";
import { LOCALHOST_CERTIFICATE } from "@/server/testing/notifications/localhost-certificate";
import { type SmtpServer, startSmtpServer } from "@/server/testing/notifications/smtp-server";
import { type StartTlsServer, startStartTlsServer } from "@/server/testing/notifications/starttls-server";

const run = promisify(execFile);

let directory: string;
let smtp: SmtpServer;
let front: StartTlsServer;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "quittance-starttls-"));
  smtp = await startSmtpServer();
  front = await startStartTlsServer(LOCALHOST_CERTIFICATE, smtp.port);
});
afterEach(async () => {
  await front.close();
  await smtp.close();
  await rm(directory, { recursive: true });
});

async function send(trusted: Record<string, string>): Promise<Outcome> {
  const { stdout } = await run(
    process.execPath,
    ["scripts/run.mjs", "server/testing/notifications/send-mail-process.ts", String(front.port)],
    { cwd: repositoryRoot(), env: { PATH: process.env.PATH, NODE_ENV: "test", ...trusted } },
  );
  return JSON.parse(stdout);
}

/** Neither name nor password, nor whom it is for, in what anybody on the way could read. */
const expectOnlyGreetings = () => {
  for (const line of front.plain) expect(line).toMatch(/^(?:EHLO \S+|STARTTLS)$/);
};

test("an e-mail is sent encrypted where the server's certificate is trusted: nothing of it is said before", async () => {
  const file = join(directory, "certificate.pem");
  await writeFile(file, LOCALHOST_CERTIFICATE.cert);
  expect(await send({ NODE_EXTRA_CA_CERTS: file })).toEqual({ kind: "sent" });
  expect(smtp.mails).toMatchObject([{ to: ["anna@example.com"] }]);
  expect(smtp.mails[0]?.data).toContain("INV-7 is paid");
  expectOnlyGreetings();
});

test("a server whose certificate nobody vouches for is told nothing, and the message waits", async () => {
  expect(await send({})).toMatchObject({ kind: "later" });
  expect(smtp.commands).toEqual([]);
  expect(smtp.mails).toEqual([]);
  expectOnlyGreetings();
});
