import { isIP } from "node:net";
import { invalidField } from "@/server/errors";
import { parseUrl } from "@/server/lib/parse-url";
import { classifyAddress } from "@/server/webhooks/endpoints/public-address";

const MAX_LENGTH = 2048;

/**
 * Parses the URL of an endpoint, in the one reading (WHATWG) that the sender uses as well, so that
 * `http://2130706433/` and `http://0x7f.1/` are what they mean. HTTPS only; plain HTTP and loopback where
 * `allowLoopback` says so (SC-09). Names are resolved when sending, literal addresses are checked here.
 * Throws a 400 naming `url`.
 */
export function parseEndpointUrl(text: string, options: { allowLoopback: boolean }): URL {
  const refuse = (why: string) => invalidField("url", `url ${why}`, "invalid_url");
  if (text.length > MAX_LENGTH) throw refuse(`is longer than ${MAX_LENGTH} characters`);
  const url = parseUrl(text);
  if (url === null) throw refuse("is not a URL");
  if (url.protocol !== "https:" && url.protocol !== "http:") throw refuse("must use https");
  if (url.username || url.password) throw refuse("must not carry credentials");
  if (url.hash) throw refuse("must not have a fragment");
  if (url.hostname === "" || url.hostname.endsWith("."))
    throw refuse("needs a host name without a final dot");

  const host = url.hostname.startsWith("[") ? url.hostname.slice(1, -1) : url.hostname;
  const addressClass = isIP(host) ? classifyAddress(host) : host === "localhost" ? "loopback" : "public";
  if (addressClass === "refused") throw refuse("must be on the public internet");
  if (addressClass === "loopback" && !options.allowLoopback) throw refuse("must be on the public internet");
  if (url.protocol === "http:" && addressClass !== "loopback") throw refuse("must use https");
  return url;
}
