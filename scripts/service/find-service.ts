import { readOptions } from "@/local/options";
import { readStack } from "@/local/running-stack/stack-file";
import { repositoryRoot } from "@/repository-root";
import { UsageError } from "@/scripts/command-line/answer";

/** A service and the key with which it is called. */
export interface FoundService {
  /** `https://pay.example`, without a path. */
  baseUrl: string;
  apiKey: string;
  /** What the names of headers of webhooks begin with there, where that is known. */
  headerPrefix?: string;
}

const NOBODY =
  "Which service, and with which key? Set QUITTANCE_URL and QUITTANCE_API_KEY, or start one here with npm start.";

/**
 * The service that a command is for: that of `QUITTANCE_API_KEY`, at `QUITTANCE_URL` or `--url`; else the demo account of the
 * stack that runs in the data directory. A key is only ever sent to the address that it was given with. Throws a `UsageError`.
 */
export function findService(url: string | undefined, env: NodeJS.ProcessEnv): FoundService {
  const { QUITTANCE_API_KEY: apiKey, QUITTANCE_URL: named } = env;
  if (apiKey) {
    const given = url ?? named;
    if (!given) throw new UsageError("Where is the service of QUITTANCE_API_KEY? --url or QUITTANCE_URL");
    return { baseUrl: safeUrl(given), apiKey };
  }
  const { dataDir } = readOptions([], env, repositoryRoot());
  const stack = readStack(dataDir);
  if (!stack?.credentials) throw new UsageError(NOBODY);
  const given = url ?? named;
  if (given !== undefined && safeUrl(given) !== stack.apiUrl) {
    throw new UsageError(`There is no key for ${safeUrl(given)}: set QUITTANCE_API_KEY`);
  }
  return {
    baseUrl: stack.apiUrl,
    apiKey: stack.credentials.tenantA.apiKey,
    headerPrefix: stack.wire.headerPrefix,
  };
}

/** The origin of a service's address. A key goes over the network encrypted, or not at all. */
export function safeUrl(text: string): string {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new UsageError(`${text} is no web address`);
  }
  const isHere = ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isHere)) {
    throw new UsageError(`${text} is not https: a key would be readable on its way`);
  }
  return url.origin;
}
