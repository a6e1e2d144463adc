import type { Config, Connector } from "wagmi";
import type { KnownWallet } from "@/wallet/evm/catalogue";

/** Extensions that start late still announce themselves within this time. */
const LATE_MS = 1_000;

/**
 * The connector of a known wallet among those that announced themselves. Reverse domain name and name have to
 * fit: what claims one wallet's domain under another name is nobody we know. TronLink's EVM injection is never
 * one of them, whatever it calls itself (PP-04).
 */
export async function announcedAs(config: Config, known: KnownWallet): Promise<Connector | undefined> {
  const { announced } = known;
  if (!announced) return undefined;
  for (const connector of config.connectors) {
    if (connector.id !== announced.rdns || !announced.name.test(connector.name)) continue;
    if (!(await isTronLink(connector))) return connector;
  }
  return undefined;
}

/** The same, for a wallet that was connected before and may still be starting. */
export async function announcedSoonAs(config: Config, known: KnownWallet): Promise<Connector | undefined> {
  const now = await announcedAs(config, known);
  if (now) return now;
  return new Promise((resolve) => {
    // wagmi shows the announcements it hears only through its internal store.
    const unsubscribe = config._internal.connectors.subscribe(() => {
      void announcedAs(config, known).then((connector) => connector && done(connector));
    });
    const timer = setTimeout(() => done(undefined), LATE_MS);
    function done(connector: Connector | undefined) {
      clearTimeout(timer);
      unsubscribe();
      resolve(connector);
    }
  });
}

async function isTronLink(connector: Connector): Promise<boolean> {
  const provider = await connector.getProvider();
  return (
    typeof provider === "object" &&
    provider !== null &&
    "isTronLink" in provider &&
    Boolean(provider.isTronLink)
  );
}
