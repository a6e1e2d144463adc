import { readOptions } from "@/local/options";
import { readStack, type Stack } from "@/local/running-stack/stack-file";
import { repositoryRoot } from "@/repository-root";
import { UsageError } from "@/scripts/command-line/answer";
import { readKey, type StoredKey } from "./key-file";

/** A service and the key with which it is called. */
export interface FoundService {
  /** `https://pay.example`, without a path. */
  baseUrl: string;
  apiKey: string;
  /** Where the key is from. */
  source: "QUITTANCE_API_KEY" | "login" | "stack";
  /** What the names of headers of webhooks begin with there, where that is known. */
  headerPrefix?: string;
}

const NOBODY =
  "Which service, and with which key? Log in with quittance login --url <URL>, set QUITTANCE_URL and QUITTANCE_API_KEY, or start one here with npm start.";

/**
 * The service that a command is for: that of `QUITTANCE_API_KEY`, at `QUITTANCE_URL` or `--url`; else the one that somebody
 * logged in to, the last one where none is named; else the demo account of the stack that runs in the data directory. A key is
 * only ever sent to the address that it was given with. Throws a `UsageError`.
 */
export function findService(url: string | undefined, env: NodeJS.ProcessEnv): FoundService {
  const { QUITTANCE_API_KEY: apiKey } = env;
  const named = url ?? env.QUITTANCE_URL;
  if (apiKey) {
    if (!named) throw new UsageError("Where is the service of QUITTANCE_API_KEY? --url or QUITTANCE_URL");
    return { baseUrl: safeUrl(named), apiKey, source: "QUITTANCE_API_KEY" };
  }
  const origin = named === undefined ? undefined : safeUrl(named);
  const stack = stackOf(env);
  const stored = readKey(origin, env);
  if (stored) return ofLogin(stored, stack);
  if (!stack?.credentials) throw new UsageError(NOBODY);
  if (origin !== undefined && origin !== stack.apiUrl) {
    throw new UsageError(
      `There is no key for ${origin}: quittance login --url ${origin}, or set QUITTANCE_API_KEY`,
    );
  }
  return {
    baseUrl: stack.apiUrl,
    apiKey: stack.credentials.tenantA.apiKey,
    source: "stack",
    headerPrefix: stack.wire.headerPrefix,
  };
}

/** The service to log in to or out of: `--url`, `QUITTANCE_URL` or the stack that runs here. Throws a `UsageError`. */
export function serviceToLogInTo(url: string | undefined, env: NodeJS.ProcessEnv): string {
  const named = url ?? env.QUITTANCE_URL ?? stackOf(env)?.apiUrl;
  if (named === undefined) throw new UsageError("Which service? --url or QUITTANCE_URL");
  return safeUrl(named);
}

function ofLogin(
  { baseUrl, key }: { baseUrl: string; key: StoredKey },
  stack: Stack | undefined,
): FoundService {
  const { apiKey, expiresAt } = key;
  if (expiresAt !== null && Date.parse(expiresAt) <= Date.now()) {
    throw new UsageError(
      `The login to ${baseUrl} ended on ${expiresAt.slice(0, 10)}: quittance login --url ${baseUrl}`,
    );
  }
  const headerPrefix = stack?.apiUrl === baseUrl ? stack.wire.headerPrefix : undefined;
  return { baseUrl, apiKey, source: "login", ...(headerPrefix === undefined ? {} : { headerPrefix }) };
}

function stackOf(env: NodeJS.ProcessEnv): Stack | undefined {
  const { dataDir } = readOptions([], env, repositoryRoot());
  return readStack(dataDir) ?? undefined;
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
