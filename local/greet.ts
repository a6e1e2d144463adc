import { becomesReadyUnless } from "@/local/processes/app-processes";
import { bold, dim } from "@/local/terminal";
import type { RunningStack } from "@/local/up";
import { welcome } from "@/local/welcome";

interface Greeting {
  dataDir: string;
  /** Since the start. */
  seconds: () => number;
  /** Ends the waiting. */
  stop: AbortSignal;
  print: (text: string) => void;
}

/**
 * Says that the stack is ready, with its links. While `/v2/ready` is not 200 it says why, and the rest once it is:
 * whoever follows a link before would pay what nobody sees.
 */
export async function greet({ stack, ready }: RunningStack, greeting: Greeting): Promise<void> {
  const { dataDir, seconds, stop, print } = greeting;
  const url = `${stack.apiUrl}/v2/ready`;
  if (!ready) {
    const hint =
      stack.credentials === undefined ? "" : " Chains and a database that do not fit: --fresh helps.";
    print(`\n${bold("Running, but not ready")}: payments are not seen. ${url} answers:\n`);
    print(`  ${await answerOf(url)}\n`);
    print(
      dim(`Logs are in ${dataDir}/logs.${hint} Links follow once it is ready; Ctrl-C stops everything.\n`),
    );
    await becomesReadyUnless(stop, url);
  }
  if (!stop.aborted) print(welcome(stack, dataDir, seconds()));
}

async function answerOf(url: string): Promise<string> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(5_000) });
    return (await answer.text()).slice(0, 2_000);
  } catch (error) {
    return String(error);
  }
}
