import { createServer, type IncomingMessage } from "node:http";
import { z } from "zod";
import { Credentials } from "@/server/auth/credentials";
import { boot } from "@/server/boot";
import { readConfig } from "@/server/config";
import { tokenById } from "@/server/currencies/tokens";
import { parseAmount } from "@/server/lib/amount";
import { draftRequest } from "@/server/requests/draft";
import { appendRequests } from "@/server/requests/insert";

const Body = z.object({ payee: z.string(), amount: z.string(), paymentCurrency: z.string() });

/**
 * What one would write by hand with `node:http` to store the same rows by the same statements: the same key
 * lookup with its memory, the same identifiers, the same shared commit. No validation beyond the types, no
 * limits, no log, no metrics, no error handling.
 */
const app = boot(readConfig(process.env), "plain");
const credentials = new Credentials(app.database.db, app.now);
credentials.listening();

const server = createServer(async (request, response) => {
  const found = await credentials.apiKey(String(request.headers["x-api-key"]));
  if (!found) return void response.writeHead(401).end();
  const { payee, amount, paymentCurrency } = Body.parse(JSON.parse(await textOf(request)));
  const token = tokenById(paymentCurrency);
  if (!token) return void response.writeHead(400).end();
  const draft = draftRequest(
    { caller: { ...found.caller, origin: null }, config: app.config, now: app.now },
    { kind: "request", token, payee, payer: null, amount: parseAmount(amount, token.decimals) },
  );
  await app.append(appendRequests, draft);
  const answer = JSON.stringify({
    requestId: draft.row.requestId.slice(2),
    paymentReference: draft.row.paymentReference,
  });
  const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(answer) };
  response.writeHead(201, headers).end(answer);
});

server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("not listening on a port");
  process.send?.(address.port);
});
process.once("disconnect", () => process.exit(0));

function textOf(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => resolve(Buffer.concat(chunks).toString("utf8")));
    request.on("error", reject);
  });
}
