import type { Endpoint } from "@/server/http/endpoint";
import type { Segments } from "@/server/http/handler";

export interface Match {
  endpoint: Endpoint;
  segments: Segments;
}

/** Finds the endpoint of a path the way Next does: static names first, then `[name]`, then `[...rest]`. */
export interface RouteTable {
  /**
   * `path` is the path of a URL, still percent-encoded; one trailing slash is ignored. Null when nothing
   * serves it. Throws `URIError` when its percent encoding is malformed.
   */
  match(path: string): Match | null;
}

interface Node {
  endpoint?: Endpoint;
  names: Map<string, Node>;
  dynamic?: { name: string; node: Node };
  rest?: { name: string; endpoint: Endpoint; mayBeEmpty: boolean };
}

/** Builds the table from URL patterns such as `/v2/request/[requestId]/pay`. */
export function routeTable(endpoints: Iterable<readonly [pattern: string, Endpoint]>): RouteTable {
  const root = emptyNode();
  const exact = new Map<string, Match>();
  for (const [pattern, endpoint] of endpoints) {
    add(root, pattern.split("/").slice(1), endpoint);
    if (!pattern.includes("[")) exact.set(pattern, { endpoint, segments: {} });
  }
  return { match: (path) => exact.get(path) ?? search(root, partsOf(path), 0, {}) };
}

function emptyNode(): Node {
  return { names: new Map() };
}

function add(node: Node, [part, ...others]: string[], endpoint: Endpoint): void {
  if (part === undefined) {
    node.endpoint = endpoint;
    return;
  }
  const rest = /^\[?\[\.\.\.(\w+)\]\]?$/.exec(part)?.[1];
  if (rest) {
    node.rest = { name: rest, endpoint, mayBeEmpty: part.startsWith("[[") };
    return;
  }
  const name = /^\[(\w+)\]$/.exec(part)?.[1];
  if (name) {
    node.dynamic ??= { name, node: emptyNode() };
    add(node.dynamic.node, others, endpoint);
    return;
  }
  const child = node.names.get(part) ?? emptyNode();
  node.names.set(part, child);
  add(child, others, endpoint);
}

/** Static names are compared as they were sent and values are decoded, as Next does it. */
interface Part {
  raw: string;
  value: string;
}

function partsOf(path: string): Part[] {
  const parts = path.slice(1).split("/");
  if (parts.at(-1) === "") parts.pop();
  const decode = path.includes("%") ? decodeURIComponent : (raw: string) => raw;
  return parts.map((raw) => ({ raw, value: decode(raw) }));
}

function search(node: Node, parts: Part[], at: number, segments: Segments): Match | null {
  const part = parts[at];
  if (part === undefined) {
    if (node.endpoint) return { endpoint: node.endpoint, segments };
    return node.rest?.mayBeEmpty ? { endpoint: node.rest.endpoint, segments } : null;
  }
  const named = node.names.get(part.raw);
  const byName = named && search(named, parts, at + 1, segments);
  if (byName) return byName;
  if (node.dynamic && part.raw !== "") {
    const { name, node: next } = node.dynamic;
    const byValue = search(next, parts, at + 1, { ...segments, [name]: part.value });
    if (byValue) return byValue;
  }
  if (!node.rest) return null;
  const rest = parts.slice(at).map(({ value }) => value);
  return { endpoint: node.rest.endpoint, segments: { ...segments, [node.rest.name]: rest } };
}
