import { writeSync } from "node:fs";
import { Socket } from "node:net";
import { systemCaller } from "@/server/auth/callers";
import { boot } from "@/server/boot";
import { chainsOf } from "@/server/chains/adapter";
import { readConfig } from "@/server/config";
import { createInvoice } from "@/server/invoices/drafts";
import { cancelInvoice, issueInvoice } from "@/server/invoices/issue";
import { INVOICE } from "@/server/testing/invoices/examples";

// Issues and cancels invoices of one account, several at once, until it kills itself: with SIGKILL, before or after it hands the
// so-many-eth message to the database. Each that is done is acknowledged by a line of standard output, its ID and its number.

const [platformId = "", messages = "", when] = process.argv.slice(2);

const AT_ONCE = 3;

const app = boot(readConfig(process.env), "issuer", { chains: chainsOf({}) });
const ctx = app.context(systemCaller(platformId));

async function issueAndCancel(): Promise<never> {
  for (;;) {
    const { id } = await createInvoice(ctx, INVOICE);
    acknowledge(await issueInvoice(ctx, id));
    acknowledge(await cancelInvoice(ctx, id, "Wrong"));
  }
}

/** Handed to the system before this returns: it outlives the process. */
function acknowledge({ id, number }: { id: string; number: string | null }): void {
  writeSync(1, `${id} ${number}\n`);
}

// The connections stand before messages are counted.
await Promise.all(Array.from({ length: AT_ONCE }, () => app.database.sql`select pg_sleep(0.01)`));
let left = Number(messages);
const write = Socket.prototype.write;
Socket.prototype.write = function (this: Socket, ...args: unknown[]) {
  left -= 1;
  if (left === 0 && when === "before") process.kill(process.pid, "SIGKILL");
  const taken: boolean = Reflect.apply(write, this, args);
  if (left === 0) process.kill(process.pid, "SIGKILL");
  return taken;
} as typeof write;
await Promise.all(Array.from({ length: AT_ONCE }, issueAndCancel));
