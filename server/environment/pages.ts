import { z } from "zod";
import { flag, listOf } from "@/server/environment/formats";
import { parseUrl } from "@/server/lib/parse-url";

/** Of a page, as browsers write it: `https://app.example`, without a path. On this machine without TLS. */
const pageOrigin = z.string().refine((text) => {
  const parsed = parseUrl(text);
  // A wildcard is a host name to a URL, and everybody's door in a policy.
  if (parsed?.origin !== text || !/^(?:[a-z0-9.-]+|\[[0-9a-f:]+\])$/.test(parsed.hostname)) return false;
  return parsed.protocol === "https:" || isThisMachine(parsed);
}, "an origin as https://app.example");

/** What payers' pages and the reference offer. */
export const PagesEnvironment = {
  WALLETCONNECT_PROJECT_ID: z
    .string()
    .regex(/^[0-9a-f]{32}$/i, "32 hex characters")
    .optional()
    .meta({
      description:
        "32 hex characters, of the WalletConnect cloud; without it wallets on other devices are not offered and no page may reach their relay",
    }),
  WALLETCONNECT_RELAY_URL: z
    .url({ protocol: /^wss?$/ })
    .optional()
    .meta({
      description:
        "a relay of WalletConnect on this machine (`ws://127.0.0.1:…`), with local chains only: wallets behind it are offered as they are behind the public one",
    }),
  SAFE_APP_HOSTS: listOf(pageOrigin).meta({
    description:
      "origins of Safe interfaces that may show the payer's page in a frame, separated by commas (`https://app.safe.global`); everybody else may not. With local chains only origins of this machine",
    unset: "none",
  }),
  STATUS_PAGE: flag.optional().meta({
    description:
      "`true` shows everybody at `/status` and `GET /v2/status` how the service is: networks, delays, share of webhooks delivered, incidents of 90 days; nothing about an account",
    unset: "`false`",
  }),
  PAGE_GALLERY: flag.optional().meta({
    description:
      "`/pay/gallery` shows every state of the payer's page with made-up payments; never on a live profile",
    unset: "`true` in development",
  }),
  DEMO_API_KEY: z.string().min(1).optional().meta({
    description:
      "key with which the reference under `/docs` makes calls; whoever opens the page sees it, so it is refused on a live profile",
    unset: "the demo account's, with local chains",
  }),
};
type Environment = z.infer<z.ZodObject<typeof PagesEnvironment>> & { NETWORK_PROFILE: "local" | "live" };

/** What has no place on a profile. */
export function pageProblems(env: Environment): string[] {
  const problems = [...safeHostProblems(env), ...relayProblems(env)];
  if (env.NETWORK_PROFILE !== "live") return problems;
  if (env.PAGE_GALLERY) problems.push("PAGE_GALLERY: made-up payments have no place on a live profile");
  if (env.DEMO_API_KEY) {
    problems.push("DEMO_API_KEY: the reference shows it to everybody, so it has no place on a live profile");
  }
  return problems;
}

/** Local chains carry the IDs of real ones: a real Safe would propose real transactions for them, and the other way round. */
function safeHostProblems({ SAFE_APP_HOSTS, NETWORK_PROFILE }: Environment): string[] {
  const isLocal = NETWORK_PROFILE === "local";
  return SAFE_APP_HOSTS.filter((host) => isThisMachine(new URL(host)) !== isLocal).map((host) =>
    isLocal
      ? `SAFE_APP_HOSTS: ${host} is not this machine, and these are local chains`
      : `SAFE_APP_HOSTS: ${host} is this machine, and these are real chains`,
  );
}

/** Wallets that hold money are on the public relay: local chains, which carry the IDs of real ones, stay away from it. */
function relayProblems({ WALLETCONNECT_RELAY_URL: url, NETWORK_PROFILE }: Environment): string[] {
  if (url === undefined) return [];
  if (NETWORK_PROFILE !== "local") return ["WALLETCONNECT_RELAY_URL: for local chains only"];
  return isThisMachine(new URL(url)) ? [] : ["WALLETCONNECT_RELAY_URL: not this machine"];
}

function isThisMachine({ hostname }: URL): boolean {
  return /^(?:127\.0\.0\.1|\[::1\]|(?:[a-z0-9-]+\.)*localhost)$/.test(hostname);
}
