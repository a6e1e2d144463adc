import { describe, expect, test } from "vitest";
import { ChainError } from "@/server/chains/chain-error";
import type { Hex } from "@/server/chains/contract-addresses";
import type { Doubt, Sameness, Witness } from "@/server/chains/evidence";
import type { Quorum } from "@/server/chains/quorum";
import { proveByQuorum } from "@/server/chains/quorum-evidence";

interface Event {
  blockHash: Hex;
  name: string;
}
interface Proof {
  log: Event;
}

const BLOCK: Hex = "0xb10c";
const SAMENESS: Sameness<Event, Proof> = {
  isSameLog: (a, b) => a.name === b?.name,
  isSameProof: (a, b) => a.log.name === b?.log.name,
};
const event = (name: string): Event => ({ blockHash: BLOCK, name });

/** What a node can say: the true event, another one, that its block lacks it, that it is behind, or it is gone. */
const OPINIONS = ["true", "false", "absent", "behind", "gone"] as const;
type Opinion = (typeof OPINIONS)[number];

function witness(node: number, opinion: Opinion): Witness<Event, Proof> {
  return {
    node,
    async provenBy() {
      if (opinion === "gone") throw new ChainError("gone");
      return opinion === "true" || opinion === "false" ? [{ log: event(opinion) }] : null;
    },
    hashAt: async () => (opinion === "behind" ? null : BLOCK),
  };
}

const THREE: Quorum = { needed: 2, providers: ["one", "two", "three"], aboveUsd: null };

async function prove(opinions: readonly Opinion[], shown: readonly Opinion[], quorum = THREE) {
  const doubts: Doubt[] = [];
  const proven = proveByQuorum(
    { txHash: "0x7c", blockHash: BLOCK, blockNumber: 7n, logs: shown.map(event) },
    opinions.map((opinion, i) => witness(i + 1, opinion)),
    SAMENESS,
    quorum,
    (doubt) => doubts.push(doubt),
  );
  const outcome = await proven.then(
    (proofs) => (proofs === null ? null : proofs.map(({ log, attestedBy }) => [log.name, attestedBy])),
    (error: unknown) => (error instanceof ChainError ? "waits" : Promise.reject(error)),
  );
  return { outcome, doubts };
}

/** By the table of `docs/decisions/quorum.md`, without a look at the code. */
function expected(opinions: readonly Opinion[]): [name: string, attested: "enough" | 1] | null | "waits" {
  const count = (opinion: Opinion) => opinions.filter((one) => one === opinion).length;
  if (count("true") >= 2) return ["true", "enough"];
  if (count("false") >= 2) return ["false", "enough"];
  if (count("absent") >= 2) return null;
  const first = opinions.find((one) => one === "true" || one === "false");
  return first ? [first, 1] : "waits";
}

const ALL = OPINIONS.flatMap((a) => OPINIONS.flatMap((b) => OPINIONS.map((c) => [a, b, c] as const)));

test.each(ALL)("an event that is shown, of which three providers say: %s, %s, %s", async (...opinions) => {
  const { outcome } = await prove(opinions, ["true"]);
  const right = expected(opinions);
  if (right === null || right === "waits") return expect(outcome).toBe(right);
  const [name, attested] = right;
  expect(outcome).toEqual([[name, attested === 1 ? 1 : expect.toSatisfy((n: number) => n >= 2)]]);
});

test("a recorded payment of which no log is left is taken back by enough, and by no fewer", async () => {
  expect((await prove(["absent", "absent", "true"], [])).outcome).toBeNull();
  expect((await prove(["absent", "behind", "gone"], [])).outcome).toBe("waits");
});

test("two nodes of one provider are one voice", async () => {
  const quorum = { ...THREE, providers: ["one", "one", "two"] };
  expect((await prove(["false", "false", "true"], ["true"], quorum)).outcome).toEqual([["false", 1]]);
  expect((await prove(["absent", "absent", "true"], ["true"], quorum)).outcome).toEqual([["true", 1]]);
  expect((await prove(["false", "true", "true"], ["true"], quorum)).outcome).toEqual([["true", 2]]);
});

describe("who is named", () => {
  test("nobody, and no third node is asked, where the first two agree", async () => {
    const third = witness(3, "gone");
    const doubts: Doubt[] = [];
    let asked = false;
    const proofs = await proveByQuorum(
      { txHash: "0x7c", blockHash: BLOCK, blockNumber: 7n, logs: [event("true")] },
      [
        witness(1, "true"),
        witness(2, "true"),
        {
          ...third,
          provenBy: (shown) => {
            asked = true;
            return third.provenBy(shown);
          },
        },
      ],
      SAMENESS,
      THREE,
      (doubt) => doubts.push(doubt),
    );
    expect([proofs, asked, doubts]).toEqual([[{ log: event("true"), attestedBy: 2 }], false, []]);
  });

  test.each<[string, Opinion[], Opinion[], Partial<Doubt>[]]>([
    ["who is outvoted", ["true", "false", "true"], ["true"], [{ problem: "outvoted", nodes: [2] }]],
    [
      "who denies what others have",
      ["absent", "true", "true"],
      ["true"],
      [{ problem: "outvoted", nodes: [1] }],
    ],
    ["nobody who is gone or behind", ["gone", "true", "true"], ["true"], []],
    ["who made it up", ["absent", "absent", "true"], ["true"], [{ problem: "forged", nodes: [3] }]],
    [
      "all who disagree",
      ["true", "false", "behind"],
      ["true"],
      [{ problem: "nodes_disagree", nodes: [1, 2] }],
    ],
    [
      "nobody where the log differs from what all have",
      ["true", "true", "true"],
      ["false"],
      [{ problem: "differs", nodes: [] }],
    ],
    ["nobody where one alone has it", ["true", "behind", "gone"], ["true"], []],
    ["nobody where it is only looked for and not there", ["absent", "absent", "absent"], [], []],
  ])("%s", async (_what, opinions, shown, named) => {
    const { doubts } = await prove(opinions, shown);
    expect(doubts).toMatchObject(named);
    expect(doubts).toHaveLength(named.length);
  });

  test("with transaction, block and what each of them said", async () => {
    const { doubts } = await prove(["true", "absent", "true"], ["true"]);
    expect(doubts).toEqual([
      {
        problem: "outvoted",
        txHash: "0x7c",
        blockNumber: 7n,
        nodes: [2],
        said: [
          { node: 1, says: expect.stringContaining('"name":"true"') },
          { node: 2, says: "not_there" },
          { node: 3, says: expect.stringContaining('"name":"true"') },
        ],
      },
    ]);
  });
});

test("what is no failure of a node is thrown on", async () => {
  const broken: Witness<Event, Proof> = {
    ...witness(1, "true"),
    provenBy: () => Promise.reject(new TypeError("bug")),
  };
  const asked = proveByQuorum(
    { txHash: "0x7c", blockHash: BLOCK, blockNumber: 7n, logs: [event("true")] },
    [broken, witness(2, "true")],
    SAMENESS,
    THREE,
    () => {},
  );
  await expect(asked).rejects.toThrow("bug");
});
