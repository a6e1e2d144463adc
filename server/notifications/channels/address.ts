import { z } from "zod";
import type { ChannelKind } from "@/db/notification-kinds";
import type { Config } from "@/server/config";
import { invalidField } from "@/server/errors";
import type { RandomBytes } from "@/server/lib/ids";
import { secretBytes } from "@/server/lib/random";
import type { Keyring } from "@/server/lib/sealing/keyring";
import { seal, unseal } from "@/server/lib/sealing/sealed";
import { parseEndpointUrl } from "@/server/webhooks/endpoints/endpoint-url";

/** One address, and nothing that a mail program reads as several or as a name. */
const Email = z.email().max(254);
/** A number as Telegram gives it, negative for groups, or the name of a public channel. */
const Chat = z.string().regex(/^(?:-?\d{1,20}|@[A-Za-z]\w{3,31})$/);

/** An address as it is stored and sent to. Throws 400 naming `address`. */
export function parseAddress(kind: ChannelKind, text: string, config: Pick<Config, "webhooks">): string {
  const trimmed = text.trim();
  if (kind === "email") {
    if (!Email.safeParse(trimmed).success) throw invalidField("address", "Enter one e-mail address");
    return trimmed;
  }
  if (kind === "telegram") {
    if (!Chat.safeParse(trimmed).success) {
      throw invalidField("address", "Enter the number of the chat, or the name of a channel as @name");
    }
    return trimmed;
  }
  try {
    return parseEndpointUrl(trimmed, config.webhooks).href;
  } catch {
    throw invalidField("address", "Enter the HTTPS URL of an incoming webhook on the public internet");
  }
}

/** How its owner recognises an address. A URL of Slack is a secret: its host and its last signs are shown. */
export function shownAddress(kind: ChannelKind, address: string): string {
  return kind === "slack" ? `${new URL(address).host} …${address.slice(-4)}` : address;
}

/** The stored form of an address or code, which opens in no other row and no other column. */
export function sealFor(
  keys: Keyring,
  channelId: string,
  what: "address" | "code",
  text: string,
  random: RandomBytes = secretBytes,
): string {
  return `0x${seal(keys, `notification:${what}:${channelId}`, text, random).toString("hex")}`;
}

/** What is inside. Throws `SealBroken` where another key or row sealed it. */
export function openFor(keys: Keyring, channelId: string, what: "address" | "code", sealed: string): string {
  return unseal(keys, `notification:${what}:${channelId}`, Buffer.from(sealed.slice(2), "hex"));
}
