import { readOptions } from "@/local/options";
import { readStack } from "@/local/running-stack/stack-file";
import { repositoryRoot } from "@/repository-root";
import { UsageError } from "@/scripts/command-line/answer";
import { plainCommand } from "@/scripts/command-line/plain-command";
import { payRequest } from "@/scripts/demo-pay/pay-request";
import { Quittance } from "@/sdk/index";

/** Events that a real payment on the local chains brings about. */
const EVENTS = ["payment.confirmed"];

/**
 * `quittance trigger payment.confirmed`: asks the stack that runs here for a payment and makes it, so that the event is a real
 * one, of a transaction on a local chain.
 */
export const trigger = plainCommand("trigger", async ({ words: [event = ""], options, env }, say) => {
  if (!EVENTS.includes(event)) throw new UsageError(`It makes ${EVENTS.join(", ")}, not ${event}`);
  const { dataDir } = readOptions([], env, repositoryRoot());
  const stack = readStack(dataDir);
  if (!stack?.credentials || !stack.accounts) {
    throw new Error(`No local chains run on ${dataDir}: start them with npm start in another terminal.`);
  }
  const client = new Quittance({ baseUrl: stack.apiUrl, apiKey: stack.credentials.tenantA.apiKey });
  const { requestId } = await client.requests.create({
    ...{ amount: options.amount, invoiceCurrency: options.currency, paymentCurrency: options.currency },
    ...{ payee: stack.accounts.recipient.address, reference: `quittance trigger ${event}` },
  });
  await payRequest(stack, say, requestId);
  return { data: { event, requestId } };
});
