/** The little of the Protocol Buffers wire format that Tron transactions and block headers need. */

export type Field = { number: number; value: bigint | Uint8Array };

const VARINT = 0;
const BYTES = 2;

/** One int64 or enum field; nothing for zero, as proto3 writes it. */
export function intField(number: number, value: bigint): Uint8Array {
  if (value === 0n) return new Uint8Array();
  return concatBytes(varint(BigInt((number << 3) | VARINT)), varint(BigInt.asUintN(64, value)));
}

/** One bytes, string or message field; nothing when empty, unless `always`. */
export function bytesField(number: number, value: Uint8Array, always = false): Uint8Array {
  if (value.length === 0 && !always) return new Uint8Array();
  return concatBytes(varint(BigInt((number << 3) | BYTES)), varint(BigInt(value.length)), value);
}

/** The fields of one message in the order they stand. Throws when the bytes are not a message. */
export function readFields(message: Uint8Array): Field[] {
  const fields: Field[] = [];
  let at = 0;
  const readVarint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = message[at++];
      if (byte === undefined) throw new Error("the message is truncated");
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asUintN(64, value);
    }
    throw new Error("a varint is too long");
  };
  while (at < message.length) {
    const tag = Number(readVarint());
    const kind = tag & 7;
    if (kind === VARINT) fields.push({ number: tag >> 3, value: readVarint() });
    else if (kind === BYTES) {
      const length = Number(readVarint());
      if (at + length > message.length) throw new Error("the message is truncated");
      fields.push({ number: tag >> 3, value: message.slice(at, at + length) });
      at += length;
    } else throw new Error(`wire type ${kind} is not used by Tron`);
  }
  return fields;
}

/** The last int64 at this field number, 0 when absent: proto3's rule for a scalar. */
export function intOf(fields: Field[], number: number): bigint {
  const found = fields.findLast((field) => field.number === number)?.value;
  return typeof found === "bigint" ? BigInt.asIntN(64, found) : 0n;
}

/** The last bytes at this field number, empty when absent. */
export function bytesOf(fields: Field[], number: number): Uint8Array {
  return allBytesOf(fields, number).at(-1) ?? new Uint8Array();
}

/** Every entry of a repeated bytes or message field. */
export function allBytesOf(fields: Field[], number: number): Uint8Array[] {
  return fields.flatMap((field) =>
    field.number === number && field.value instanceof Uint8Array ? [field.value] : [],
  );
}

export function concatBytes(...parts: Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

function varint(value: bigint): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  do {
    const low = Number(rest & 0x7fn);
    rest >>= 7n;
    bytes.push(rest > 0n ? low | 0x80 : low);
  } while (rest > 0n);
  return Uint8Array.from(bytes);
}
