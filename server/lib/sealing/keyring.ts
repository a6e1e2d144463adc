import { hkdfSync } from "node:crypto";

/** A key that seals what is stored. `bytes` are 32. */
export interface SealingKey {
  /** 8 hex characters, derived from the key: whoever has the key has its name, and the name tells nothing of it. */
  id: string;
  bytes: Buffer;
}

/** `current` seals and opens; `old` keys only open what was sealed before they were replaced. */
export interface Keyring {
  current: SealingKey;
  old: readonly SealingKey[];
}

const ID_BYTES = 4;

/** The ring of `SECRET_KEY` and `SECRET_KEYS_OLD`, each as 64 hex characters. */
export function keyringOf(current: string, old: readonly string[] = []): Keyring {
  return { current: sealingKey(current), old: old.map(sealingKey) };
}

/** All keys of a ring, the current one first. */
export function allKeys({ current, old }: Keyring): SealingKey[] {
  return [current, ...old];
}

function sealingKey(text: string): SealingKey {
  const bytes = Buffer.from(text, "hex");
  const id = Buffer.from(hkdfSync("sha256", bytes, "", "quittance key id 1", ID_BYTES)).toString("hex");
  return { id, bytes };
}
