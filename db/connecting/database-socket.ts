import type { Duplex } from "node:stream";

/** Opens one connection to the database of this URL. */
export type DatabaseSocket = (url: string) => Duplex | Promise<Duplex>;

let inForce: DatabaseSocket | null = null;

/** How every pool of this process connects from now on. Only a simulation calls this. Returns what puts it back. */
export function replaceDatabaseSocket(other: DatabaseSocket): () => void {
  const before = inForce;
  inForce = other;
  return () => {
    inForce = before;
  };
}

/** The driver's option for a pool of this URL; null where connections are made as usual. */
export function replacedSocket(url: string): { socket: () => Duplex | Promise<Duplex> } | null {
  const open = inForce;
  return open && { socket: () => open(url) };
}
