import { randomBytes } from "node:crypto";
import { type NextRequest, NextResponse } from "next/server";
import { chooseLocale, LOCALE_HEADER } from "@/components/i18n/choose-locale";
import { isLocale, LOCALE_COOKIE, LOCALE_PARAMETER, type Locale } from "@/components/i18n/locales";
import { THEME_COOKIE, THEME_HEADER, THEME_PARAMETER, type Theme, themeOf } from "@/components/theme";

/** Frozen at build time by Next; its development client needs `eval` and inline styles. */
const IS_DEVELOPMENT = process.env.NODE_ENV === "development";

/** Where wallets on other devices are met; only reached once a payer chooses such a wallet. */
const WALLET_RELAYS = "wss://relay.walletconnect.org wss://relay.walletconnect.com";
/** Lets those wallets tell their owner whose page this really is. */
const WALLET_VERIFIERS = "https://verify.walletconnect.org https://verify.walletconnect.com";

/** Pages that say what somebody pays to whom or agrees to: for no cache and no search engine. */
const PRIVATE_PAGE = /^\/(?:pay|request|dashboard|onboarding|sandbox)(?:\/|$)/;

/** Pages whose colours a reader chooses; others have the merchant's look, in the colours of the system or of the shop's page. */
const THEMED_PAGE = /^\/(?:dashboard|docs)(?:\/|$)/;

/** The one page that Safe interfaces may show in a frame. */
const PAYER_PAGE = /^\/pay\/?$/;

/** The one page that shops may show in a frame, each the links of its own client ID. */
const EMBEDDED_PAGE = /^\/pay\/embed\/?$/;

/** Pages only: API handlers answer the same without it, and static files run no scripts. */
export const config = {
  matcher:
    "/((?!v1(?:/|$)|v2(?:/|$)|metrics$|rpc(?:/|$)|csp-report$|_next/|openapi\\.json$|embed\\.js$|(?:pay/)?manifest\\.json$|.*\\.(?:svg|png|ico)$).*)",
};

const LOCALE_COOKIE_SECONDS = 365 * 24 * 60 * 60;

/**
 * Gives every page a nonce, which Next reads from the request and puts on the scripts and styles it writes, and
 * chooses the page's language, which is kept when the reader asked for it.
 */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  const framedBy = await framersOf(request.nextUrl);
  const policy = contentSecurityPolicy(randomBytes(16).toString("base64"), framedBy);
  const headers = new Headers(request.headers);
  headers.set("content-security-policy", policy);
  const asked = request.nextUrl.searchParams.get(LOCALE_PARAMETER);
  headers.set(LOCALE_HEADER, localeOf(request, asked));
  // Set in any case: what a caller sends under this name counts for nothing.
  headers.set(THEME_HEADER, chosenTheme(request));
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  // Older browsers know this one only, which has no word for a list of hosts.
  if (framedBy.length === 0) response.headers.set("x-frame-options", "DENY");
  if (isLocale(asked)) {
    const cookie = { maxAge: LOCALE_COOKIE_SECONDS, sameSite: "lax", httpOnly: true } as const;
    response.cookies.set(LOCALE_COOKIE, asked, cookie);
  }
  if (PRIVATE_PAGE.test(request.nextUrl.pathname)) {
    response.headers.set("cache-control", "no-store");
    response.headers.set("x-robots-tag", "noindex, nofollow");
  }
  return response;
}

/** Origins that may show this page in a frame; none where that cannot be found out. */
async function framersOf({ pathname, searchParams }: NextRequest["nextUrl"]): Promise<string[]> {
  if (PAYER_PAGE.test(pathname)) return safeAppHosts();
  if (!EMBEDDED_PAGE.test(pathname)) return [];
  // Loaded with the first such page: all others do without the database here.
  const [{ app }, { frameOrigins }] = await Promise.all([
    import("@/server/boot"),
    import("@/server/secure-payments/page/frame-origins"),
  ]);
  const { database, log } = app();
  return frameOrigins(database, searchParams.get("token") ?? "").catch((error: unknown) => {
    log.error({ err: error }, "who may frame a link could not be read");
    return [];
  });
}

function chosenTheme(request: NextRequest): Theme {
  const { pathname, searchParams } = request.nextUrl;
  if (EMBEDDED_PAGE.test(pathname)) return themeOf(searchParams.get(THEME_PARAMETER));
  return THEMED_PAGE.test(pathname) ? themeOf(request.cookies.get(THEME_COOKIE)?.value) : "system";
}

function localeOf(request: NextRequest, parameter: string | null): Locale {
  return chooseLocale(request.nextUrl.pathname, {
    parameter,
    cookie: request.cookies.get(LOCALE_COOKIE)?.value,
    acceptLanguage: request.headers.get("accept-language"),
  });
}

/** Safe interfaces that the operator allows to frame the payer page; `server/config.ts` holds them to their form. */
function safeAppHosts(): string[] {
  return (process.env.SAFE_APP_HOSTS ?? "")
    .split(",")
    .map((host) => host.trim())
    .filter(Boolean);
}

function contentSecurityPolicy(nonce: string, framedBy: readonly string[]): string {
  const hasRelay = Boolean(process.env.WALLETCONNECT_PROJECT_ID);
  return [
    "default-src 'self'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'${IS_DEVELOPMENT ? " 'unsafe-eval'" : ""}`,
    // A nonce would switch 'unsafe-inline' off.
    `style-src 'self' ${IS_DEVELOPMENT ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    "img-src 'self' data:",
    `connect-src 'self'${ownHosts()}${IS_DEVELOPMENT ? " ws:" : ""}${hasRelay ? ` ${WALLET_RELAYS}` : ""}${localRelay()}`,
    `frame-src ${hasRelay ? WALLET_VERIFIERS : "'none'"}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${framedBy.length === 0 ? "'none'" : framedBy.join(" ")}`,
    "report-uri /csp-report",
  ].join("; ");
}

/** A relay for wallets on this machine, with local chains only; `server/config.ts` holds it to that. */
function localRelay(): string {
  const { NETWORK_PROFILE, WALLETCONNECT_RELAY_URL } = process.env;
  return NETWORK_PROFILE === "local" && WALLETCONNECT_RELAY_URL
    ? ` ${new URL(WALLETCONNECT_RELAY_URL).origin}`
    : "";
}

/** Our API and sign-in, where they live on hosts of their own. */
function ownHosts(): string {
  const { API_URL, AUTH_URL } = process.env;
  const origins = [API_URL, AUTH_URL].flatMap((url) => (url ? [new URL(url).origin] : []));
  return [...new Set(origins)].map((origin) => ` ${origin}`).join("");
}
