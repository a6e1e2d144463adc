import { decodeTime } from "ulid";
import { describe, expect, test } from "vitest";
import { derivedId, isRecordId, newId, newToken } from "./ids";

const DAY_MS = 86_400_000;

describe("identifiers", () => {
  test("record IDs are ULIDs that sort by creation, also within a millisecond", () => {
    const now = new Date(1_700_000_000_000);
    const ids = Array.from({ length: 1000 }, () => newId(now));
    expect(ids.every((id) => /^[0-9A-HJKMNP-TV-Z]{26}$/.test(id))).toBe(true);
    expect([...ids].sort()).toEqual(ids);
    expect(new Set(ids).size).toBe(1000);
  });

  describe("when the clock goes back", () => {
    const at = (ms: number) => newId(new Date(1_800_000_000_000 + ms));
    const timeOf = (id: string) => decodeTime(id) - 1_800_000_000_000;

    test("a little, record IDs go on rising", () => {
      const ids = [at(0), at(-1), at(-59_000), at(1)];
      expect([...ids].sort()).toEqual(ids);
      expect(ids.map(timeOf)).toEqual([0, 0, 0, 1]);
    });

    test("far, record IDs have the right time and rise", () => {
      expect(timeOf(at(2 * DAY_MS))).toBe(2 * DAY_MS);
      const ids = Array.from({ length: 100 }, () => at(DAY_MS));
      expect([...ids].sort()).toEqual(ids);
      expect(new Set(ids.map(timeOf))).toEqual(new Set([DAY_MS]));
      expect(timeOf(at(0))).toBe(0);
    });

    test("for one call, those around it rise all the same, also beside a clock of the next century", () => {
      newId(new Date(Date.UTC(2100, 0, 1)));
      const ids = Array.from({ length: 100 }, () => {
        at(0);
        return at(3 * DAY_MS);
      });
      expect([...ids].sort()).toEqual(ids);
    });
  });

  test("a token is a ULID in form, and all of its 128 bits are random (FM-04)", () => {
    expect(newToken((size) => Buffer.alloc(size))).toBe("0".repeat(26));
    expect(newToken((size) => Buffer.alloc(size, 255))).toBe(`7${"Z".repeat(25)}`);
    expect(newToken(() => Buffer.from("0123456789abcdeffedcba9876543210", "hex"))).toBe(
      "014D2PF2DBSQQZXQ5TK1V58CGG",
    );
    const sizes: number[] = [];
    const tokens = Array.from({ length: 500 }, () => newToken());
    newToken((size) => {
      sizes.push(size);
      return Buffer.alloc(size);
    });
    expect(sizes).toEqual([16]);
    expect(tokens.every(isRecordId)).toBe(true);
    // Drawn in the same moment, they have no beginning in common.
    expect(new Set(tokens.map((token) => token.slice(0, 10))).size).toBe(500);
  });

  test("what follows from its parts is in the form of a ULID, the same for the same parts and another for others", () => {
    const id = derivedId("payment", 1, "0xabc", 0);
    expect(id).toBe("37H1ZDRKP34VBJD69HEZ8662HG");
    expect(isRecordId(id)).toBe(true);
    expect(derivedId("payment", 1, "0xabc", 0)).toBe(id);
    const others = [
      derivedId("event", 1, "0xabc", 0),
      derivedId("payment", 10, "0xabc", 0),
      derivedId("payment", 1, "0xabc", 1),
      derivedId("payment", 1, "0xab", "c0"),
    ];
    expect(new Set([id, ...others]).size).toBe(5);
  });
});
