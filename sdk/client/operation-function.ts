import type { Answer, Body, Call, CallOptions, Method, Path, Query } from "@/sdk/client/operation";

/** Whether an operation takes content beside what stands in its path; of both, the body. */
export type Takes<M extends Method, P extends Path<M>> = [Body<M, P>] extends [never]
  ? [Query<M, P>] extends [never]
    ? "nothing"
    : "query"
  : "body";

/** A text for each part of the path in braces. */
type Ids<P> = P extends `${string}{${string}}${infer Rest}` ? [id: string, ...others: Ids<Rest>] : [];

type Content<M extends Method, P extends Path<M>> =
  Takes<M, P> extends "body"
    ? [body: Body<M, P>, options?: CallOptions & { query?: Query<M, P> }]
    : Takes<M, P> extends "query"
      ? Record<never, never> extends Query<M, P>
        ? [query?: Query<M, P>, options?: CallOptions]
        : [query: Query<M, P>, options?: CallOptions]
      : [options?: CallOptions];

/** A method of a resource: first what stands in the path, then body or query, then the options of the call. */
export type OperationFunction<M extends Method, P extends Path<M>> = (
  ...input: [...Ids<P>, ...Content<M, P>]
) => Promise<Answer<M, P>>;

/** Makes the methods of resources. A method, path or kind of content that the API has not does not compile. */
export type MakeOperation = <M extends Method, P extends Path<M>>(
  method: M,
  path: P,
  takes: Takes<M, P>,
) => OperationFunction<M, P>;

/** Methods that make their calls with `call`. */
export function operationsOf(call: Call): MakeOperation {
  // All calls are alike at run time; their types are those of the description.
  const untyped = call as (method: string, path: string, input: object) => Promise<never>;
  return (method, path, takes) => {
    const names = namesIn(path);
    return (...input: unknown[]) => {
      const [content, options] = input.slice(names.length);
      return untyped(
        method,
        path,
        takes === "nothing"
          ? { ...optionsOf(content), params: paramsOf(names, input) }
          : { ...optionsOf(options), params: paramsOf(names, input), [takes]: content },
      );
    };
  };
}

/** The names in braces, in their order. */
export function namesIn(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
}

/** The values beside their names. */
export function paramsOf(names: readonly string[], values: readonly unknown[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name, index) => [name, values[index]]));
}

function optionsOf(options: unknown): object {
  return typeof options === "object" && options !== null ? options : {};
}
