import { type Answer, answerWith, jsonOf } from "@/scripts/command-line/answer";
import type { CommandName, OptionsOf, Program } from "@/scripts/command-line/terminal";
import { Quittance, QuittanceError } from "@/sdk/index";
import { type FoundService, findService } from "./find-service";

/** What a command that uses the service works with. */
export interface ServiceCommand<Name extends CommandName> {
  client: Quittance;
  service: FoundService;
  words: readonly string[];
  options: OptionsOf<Name>;
  env: NodeJS.ProcessEnv;
  isJson: boolean;
  /** A line for people; nothing with `--json`. */
  say(line: string): void;
  /** Standard error. */
  complain(text: string): void;
  /** Standard output, for what is told while the command goes on. */
  print(text: string): void;
  /** Ends when the command is to end, as by Ctrl-C. */
  interrupted(): AbortSignal;
}

/** A command that is a client of the service, over its API alone. What the service refuses is told with its code. */
export function serviceCommand<Name extends CommandName>(
  name: Name,
  work: (command: ServiceCommand<Name>) => Promise<Answer>,
): Program<Name> {
  return (terminal) =>
    answerWith(
      name,
      terminal,
      (say) => {
        const { env, words, options, isJson, print, complain, interrupted } = terminal;
        const { url } = options as { url?: string };
        const service = findService(url, env);
        const client = new Quittance({ baseUrl: service.baseUrl, apiKey: service.apiKey });
        return work({ client, service, words, options, env, isJson, say, print, complain, interrupted });
      },
      (error) => inWords(error, terminal.isJson),
    );
}

function inWords(error: unknown, isJson: boolean): string {
  if (!(error instanceof QuittanceError)) return error instanceof Error ? error.message : String(error);
  const { code, status, requestId, fields, message } = error;
  if (isJson) return jsonOf({ error: { code, status, requestId, fields, message } });
  return `${message} (${[code, requestId && `request ${requestId}`].filter(Boolean).join(", ")})`;
}
