import { readOptions } from "@/local/options";
import { readStack, type Stack } from "@/local/running-stack/stack-file";
import { repositoryRoot } from "@/repository-root";
import { UsageError } from "@/scripts/command-line/answer";
import { plainCommand } from "@/scripts/command-line/plain-command";
import { payFromElsewhere } from "@/scripts/demo-pay/pay-from-elsewhere";
import { type ExchangeOrder, payFromExchange } from "@/scripts/demo-pay/pay-from-exchange";
import { payRequest } from "@/scripts/demo-pay/pay-request";
import { paySafe } from "@/scripts/demo-pay/pay-safe";

/** A token of a link, which no word of a command is. */
const LINK = /^[\w-]{16,}$/;

/**
 * `quittance demo pay [request ID]`: pays a request with the development account `payer`, exactly as any payer would, with the
 * transactions of `GET /v2/request/{requestId}/pay`, and watches it become paid. `--safe` makes a link and pays it from a Safe
 * of which two of three development accounts have to sign; `--bridge [request ID]` pays a request on Base with money on
 * Ethereum; `--exchange [tron | token] [seconds]` pays a link by plain transfers from an exchange, which lets each withdrawal
 * wait so long (2 when absent).
 */
export const pay = plainCommand("demo pay", async ({ words, options, env }, say) => {
  const asked = [options.safe, options.exchange, options.bridge].filter(Boolean).length;
  if (asked > 1) throw new UsageError("One of --safe, --exchange and --bridge");
  if (!options.exchange && words.length > (options.safe ? 0 : 1))
    throw new UsageError("That are too many words");
  const { dataDir } = readOptions([], env, repositoryRoot());
  const stack = readStack(dataDir);
  if (stack === undefined)
    throw new Error(`Nothing runs on ${dataDir}: start it with npm start in another terminal.`);
  const lines: string[] = [];
  const note = (line: string) => {
    lines.push(line);
    say(line);
  };
  if (options.safe) await paySafe(stack, note);
  else if (options.exchange) await payFromExchange(stack, note, exchangeOrder(stack, words));
  else if (options.bridge) await payFromElsewhere(stack, note, words[0]);
  else await payRequest(stack, note, words[0]);
  return { data: { lines } };
});

/** `[tron | <token of a link>] [seconds]`. */
function exchangeOrder({ demo }: Stack, words: readonly string[]): ExchangeOrder {
  const [seconds = "2", ...others] = words.filter((word) => /^\d+$/.test(word));
  const [link, ...more] = words.filter((word) => !/^\d+$/.test(word));
  const wrong =
    others[0] ?? more[0] ?? (link === undefined || link === "tron" || LINK.test(link) ? undefined : link);
  if (wrong !== undefined) {
    throw new Error(`--exchange takes tron or the token of a link, and whole seconds, not ${wrong}`);
  }
  if (link === "tron" && !demo?.tron)
    throw new Error("There is no link on Tron: this needs npm start with Tron.");
  return { link: link === "tron" ? demo?.tron?.token : link, delayMs: Number(seconds) * 1_000 };
}
