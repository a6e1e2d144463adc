import { expect, test } from "vitest";
import { stillAtAddress } from "@/server/dashboard/deposits/of-payment";

const row = (
  id: string,
  depositAddress: string | null,
  arrived: bigint,
  blockNumber: bigint,
  logIndex = 0,
) => ({
  id,
  network: "sepolia",
  state: "final" as const,
  depositAddress,
  sentFrom: "0x1",
  arrived,
  blockNumber,
  logIndex,
});

test("what waits at an address are the newest transfers to it, whatever came to others", () => {
  const rows = [
    row("wallet", null, 0n, 9n),
    row("first", "0xa", 100n, 1n),
    row("second", "0xa", 50n, 2n, 1),
    row("third", "0xa", 25n, 2n, 7),
    row("other", "0xb", 10n, 3n),
    { ...row("taken back", "0xa", 25n, 5n), state: "orphaned" as const },
  ];
  const at = (a: bigint, b: bigint) =>
    [
      ...stillAtAddress(
        rows,
        new Map([
          ["0xa", a],
          ["0xb", b],
        ]),
      ),
    ].toSorted();
  expect(at(175n, 10n)).toEqual(["first", "other", "second", "third"]);
  expect(at(75n, 0n)).toEqual(["second", "third"]);
  expect(at(25n, 0n)).toEqual(["third"]);
  expect(at(0n, 10n)).toEqual(["other"]);
  expect([...stillAtAddress(rows, new Map())]).toEqual([]);
});
