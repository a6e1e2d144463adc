/** What each place leads to: places are files, or folders beside each other. */
export type Graph = ReadonlyMap<string, Iterable<string>>;

/**
 * The circles of a graph: groups of places from each of which a way leads to each other one (Tarjan's strongly connected
 * components of more than one place). Each is sorted, and a graph without circles has none.
 */
export function circlesOf(graph: Graph): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];

  function visit(place: string): number {
    const number = order.size;
    order.set(place, number);
    lowest.set(place, number);
    open.push(place);
    for (const next of graph.get(place) ?? []) {
      const reached = order.has(next) ? (open.includes(next) ? order.get(next) : undefined) : visit(next);
      lowest.set(place, Math.min(lowest.get(place) ?? number, reached ?? number));
    }
    if (lowest.get(place) === number) {
      const group = open.splice(open.indexOf(place));
      if (group.length > 1) circles.push(group.sort());
    }
    return lowest.get(place) ?? number;
  }

  for (const place of graph.keys()) if (!order.has(place)) visit(place);
  return circles;
}
