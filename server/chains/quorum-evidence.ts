import type { ShownTransaction } from "@/server/chains/adapter";
import { ChainError } from "@/server/chains/chain-error";
import type { Hex } from "@/server/chains/contract-addresses";
import { type Doubt, isBorneOut, isSame, type Sameness, type Witness } from "@/server/chains/evidence";
import { mostAgreed, providersOf, type Quorum, type Said } from "@/server/chains/quorum";

interface PlacedLog {
  blockHash: Hex;
}

/** An event as receipts hold it, and how many providers showed it just so. */
type Attested<Proof> = Proof & { attestedBy: number };

/** What a node said of a transaction: what its receipt holds, that it is in none of its blocks, or nothing. */
interface Heard<Proof> {
  node: number;
  said: Proof[] | "not_there" | "nothing";
}

/**
 * What a transaction did, by the receipts of several providers (`docs/decisions/quorum.md`). Asks a node of each of as
 * many as are needed, and all others where these do not agree. What enough of them say is believed. What fewer say comes
 * back as what it is, with their number, so that it is seen and does not count. Null where enough of them have no such
 * transaction. Throws `ChainError` where nobody can tell, and where a recorded payment would be taken back by too few.
 */
export async function proveByQuorum<Log extends PlacedLog, Proof extends { log: Log }>(
  shown: ShownTransaction<Log>,
  witnesses: readonly Witness<Log, Proof>[],
  sameness: Sameness<Log, Proof>,
  quorum: Quorum,
  onDoubt: (doubt: Doubt) => void,
): Promise<Attested<Proof>[] | null> {
  const { first, others } = oneOfEachProvider(witnesses, quorum);
  const early = await Promise.all(first.map((witness) => hear(witness, shown)));
  const agreedEarly = agreementOf(early, sameness, quorum);
  const isUnanimous =
    agreedEarly !== null &&
    agreedEarly.nodes.length === early.length &&
    agreedEarly.providers >= quorum.needed &&
    isBorneOut(shown, agreedEarly.said, sameness);
  if (isUnanimous) return attested(agreedEarly.said, agreedEarly.providers);
  const late = await Promise.all(others.map((witness) => hear(witness, shown)));
  return decide(shown, [...early, ...late], sameness, quorum, onDoubt);
}

function decide<Log extends PlacedLog, Proof extends { log: Log }>(
  shown: ShownTransaction<Log>,
  heard: readonly Heard<Proof>[],
  sameness: Sameness<Log, Proof>,
  quorum: Quorum,
  onDoubt: (doubt: Doubt) => void,
): Attested<Proof>[] | null {
  const { txHash, blockNumber, logs } = shown;
  const agreed = agreementOf(heard, sameness, quorum);
  const deniedBy = heard.filter(({ said }) => said === "not_there").map(({ node }) => node);
  const tell = (problem: Doubt["problem"], nodes: readonly number[]) =>
    onDoubt({ problem, txHash, blockNumber, nodes, said: heard.map(inWords) });
  if (agreed && agreed.providers >= quorum.needed) {
    const outvoted = heard.filter(({ node, said }) => said !== "nothing" && !agreed.nodes.includes(node));
    if (outvoted.length > 0) {
      tell(
        "outvoted",
        outvoted.map(({ node }) => node),
      );
    }
    if (!isBorneOut(shown, agreed.said, sameness)) tell("differs", []);
    return attested(agreed.said, agreed.providers);
  }
  if (providersOf(deniedBy, quorum) >= quorum.needed) {
    if (logs.length > 0) tell("forged", agreed?.nodes ?? []);
    return null;
  }
  const answered = heard.filter(({ said }) => said !== "nothing");
  if (answered.length > (agreed?.nodes.length ?? 0)) {
    tell(
      "nodes_disagree",
      answered.map(({ node }) => node),
    );
  }
  // Whoever is too few to bring a payment is too few to take one back.
  if (!agreed || (logs.length === 0 && agreed.said.length === 0)) {
    throw new ChainError(`too few providers tell of ${txHash}: it waits`);
  }
  return attested(agreed.said, agreed.providers);
}

function agreementOf<Log extends PlacedLog, Proof extends { log: Log }>(
  heard: readonly Heard<Proof>[],
  sameness: Sameness<Log, Proof>,
  quorum: Quorum,
) {
  const given = heard.flatMap(({ node, said }): Said<Proof[]>[] =>
    Array.isArray(said) ? [{ node, said }] : [],
  );
  return mostAgreed(given, (a, b) => isSame(a, b, sameness), quorum);
}

async function hear<Log extends PlacedLog, Proof extends { log: Log }>(
  witness: Witness<Log, Proof>,
  shown: ShownTransaction<Log>,
): Promise<Heard<Proof>> {
  const { node } = witness;
  try {
    const said = await witness.provenBy(shown);
    if (said !== null) return { node, said };
    // Without a block at that height it is only behind.
    return { node, said: (await witness.hashAt(shown.blockNumber)) === null ? "nothing" : "not_there" };
  } catch (error) {
    if (error instanceof ChainError) return { node, said: "nothing" };
    throw error;
  }
}

/** The first nodes of as many providers as are needed, in their order, and all other nodes. */
function oneOfEachProvider<Log, Proof>(
  witnesses: readonly Witness<Log, Proof>[],
  quorum: Quorum,
): { first: Witness<Log, Proof>[]; others: Witness<Log, Proof>[] } {
  const first: Witness<Log, Proof>[] = [];
  const others: Witness<Log, Proof>[] = [];
  for (const witness of witnesses) {
    const with_ = [...first, witness].map(({ node }) => node);
    const isNew = providersOf(with_, quorum) > first.length;
    (isNew && first.length < quorum.needed ? first : others).push(witness);
  }
  return { first, others };
}

function attested<Proof>(proofs: readonly Proof[], attestedBy: number): Attested<Proof>[] {
  return proofs.map((proof) => ({ ...proof, attestedBy }));
}

/** For the log: what each node said, without anything of a URL. */
function inWords<Proof>({ node, said }: Heard<Proof>): { node: number; says: string } {
  if (typeof said === "string") return { node, says: said };
  const says = JSON.stringify(said, (_, value: unknown) =>
    typeof value === "bigint" ? value.toString() : value,
  );
  return { node, says: says.slice(0, 2_000) };
}
