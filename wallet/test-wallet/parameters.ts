import { type Hex, isHex } from "viem";

/** An error as wallets throw it (EIP-1193). */
export class ProviderError extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** A field of a parameter; undefined where there is none. */
export function field(of: unknown, name: string): unknown {
  return typeof of === "object" && of !== null && Object.hasOwn(of, name) ? Reflect.get(of, name) : undefined;
}

/** Throws what wallets throw for parameters they cannot read. */
export function hexOf(value: unknown): Hex {
  if (isHex(value)) return value;
  throw new ProviderError(-32602, "Invalid parameters");
}
