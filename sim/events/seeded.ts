import { createHash } from "node:crypto";

/** Chance that is the same in every run with the same seed (sfc32, a public-domain generator). */
export class Seeded {
  #a: number;
  #b: number;
  #c: number;
  #counter: number;

  constructor(seed: string) {
    const digest = createHash("sha256").update(seed).digest();
    this.#a = digest.readUInt32LE(0);
    this.#b = digest.readUInt32LE(4);
    this.#c = digest.readUInt32LE(8);
    this.#counter = digest.readUInt32LE(12);
  }

  /** 32 random bits. */
  bits(): number {
    const sum = (this.#a + this.#b + this.#counter++) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  /** From 0 up to and without 1. */
  fraction(): number {
    return this.bits() / 2 ** 32;
  }

  /** A whole number from `from` to `to`, both included. */
  between(from: number, to: number): number {
    return from + Math.floor(this.fraction() * (to - from + 1));
  }

  /** True in this share of all calls, 0 to 1. */
  chance(share: number): boolean {
    return this.fraction() < share;
  }

  /** One of these. */
  pick<T>(choices: readonly [T, ...T[]]): T {
    return choices[this.between(0, choices.length - 1)] ?? choices[0];
  }

  bytes(size: number): Buffer {
    const bytes = Buffer.alloc(size);
    for (let i = 0; i < size; i++) bytes[i] = this.bits() & 255;
    return bytes;
  }

  /** A UUID of version 4. */
  uuid(): string {
    const bytes = this.bytes(16);
    bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
    bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
    const hex = bytes.toString("hex");
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  }
}
