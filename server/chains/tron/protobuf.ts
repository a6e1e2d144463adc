/** One field of a protobuf message: its number, and a varint or a run of bytes. */
export interface Field {
  number: number;
  value: bigint | Uint8Array;
}

/** Bytes that are no protobuf message, or hold a form that no message of ours has. */
export class ProtobufError extends Error {
  override readonly name = "ProtobufError";
}

const VARINT = 0;
const BYTES = 2;
const MAX_INT64 = 2n ** 63n - 1n;

/**
 * The fields of a message in their order. Knows varints and byte runs, which is all a Tron transaction is made of.
 * Says nothing about order, repetition or minimal length: whoever depends on those encodes again and compares.
 * Throws `ProtobufError`.
 */
export function decodeFields(bytes: Uint8Array): Field[] {
  const fields: Field[] = [];
  let at = 0;
  while (at < bytes.length) {
    const tag = varintAt(bytes, at);
    at = tag.end;
    const number = Number(tag.value >> 3n);
    const next = varintAt(bytes, at);
    at = next.end;
    switch (Number(tag.value & 7n)) {
      case VARINT:
        fields.push({ number, value: next.value });
        break;
      case BYTES:
        if (next.value > BigInt(bytes.length - at)) throw new ProtobufError("message ends inside a field");
        fields.push({ number, value: bytes.slice(at, at + Number(next.value)) });
        at += Number(next.value);
        break;
      default:
        throw new ProtobufError(`field ${number} has an unknown form`);
    }
  }
  return fields;
}

/** A message of these fields, in the order given. Zeros and empty runs are left out, as proto3 does. */
export function encodeFields(fields: readonly Field[]): Uint8Array {
  return Uint8Array.from(
    fields.flatMap(({ number, value }) => {
      if (typeof value === "bigint") {
        return value === 0n ? [] : [...varint(tagOf(number, VARINT)), ...varint(value)];
      }
      if (value.length === 0) return [];
      return [...varint(tagOf(number, BYTES)), ...varint(BigInt(value.length)), ...value];
    }),
  );
}

function tagOf(number: number, form: number): bigint {
  return (BigInt(number) << 3n) | BigInt(form);
}

function varint(value: bigint): number[] {
  const bytes: number[] = [];
  let rest = value;
  do {
    const low = Number(rest & 0x7fn);
    rest >>= 7n;
    bytes.push(rest === 0n ? low : low | 0x80);
  } while (rest > 0n);
  return bytes;
}

function varintAt(bytes: Uint8Array, start: number): { value: bigint; end: number } {
  let value = 0n;
  for (let i = 0; i < 10; i++) {
    const byte = bytes[start + i];
    if (byte === undefined) throw new ProtobufError("message ends inside a number");
    value |= BigInt(byte & 0x7f) << BigInt(7 * i);
    if (byte >= 0x80) continue;
    if (value > MAX_INT64) throw new ProtobufError("number is out of range");
    return { value, end: start + i + 1 };
  }
  throw new ProtobufError("number is too long");
}
