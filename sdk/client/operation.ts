import type { paths } from "@/sdk/generated/api";

/** Methods of the API, as the description names them. */
export type Method = "get" | "post" | "put" | "patch" | "delete";

/** The paths that have this method. */
export type Path<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, { responses: unknown }> ? P : never;
}[keyof paths];

/** One operation of the description; a path or method that is gone there fails to compile. */
type Operation<M extends Method, P extends Path<M>> = paths[P][M];

type JsonOf<Content> = Content extends { content: { "application/json": infer Json } } ? Json : never;

/** What is sent as JSON; `never` where nothing is. */
export type Body<M extends Method, P extends Path<M>> =
  Operation<M, P> extends { requestBody?: infer Content } ? JsonOf<NonNullable<Content>> : never;

type Parameters<M extends Method, P extends Path<M>, Place extends "path" | "query"> =
  Operation<M, P> extends { parameters: infer All }
    ? Place extends keyof All
      ? NonNullable<All[Place]>
      : never
    : never;

/** Queries are texts on the wire: numbers and flags are written for the caller. */
type Writable<Value> = string extends Value ? Value | number | boolean : Value;

type WritableAll<All> = [All] extends [never] ? never : { [Name in keyof All]: Writable<All[Name]> };

/** The parameters behind the `?`; `never` where there are none. */
export type Query<M extends Method, P extends Path<M>> = WritableAll<Parameters<M, P, "query">>;

type Contents<Responses> = Responses[keyof Responses] extends infer Answer
  ? Answer extends { content: infer Content }
    ? Content[keyof Content]
    : never
  : never;

/** What the operation answers. */
export type Answer<M extends Method, P extends Path<M>> =
  Operation<M, P> extends { responses: infer Responses } ? Contents<Responses> : never;

/** What every call takes. */
export interface CallOptions {
  /** Ends the call; it then throws the reason of the signal. */
  signal?: AbortSignal;
  /** The most that one attempt takes, in ms, its answer included. */
  timeoutMs?: number;
  /**
   * A key of the caller's own for a call that creates, such as the number of an order: repeated with the same key within 24
   * hours, also by another process, it creates nothing and has the same answer. Left out, each call has one of its own.
   */
  idempotencyKey?: string;
  /** With a session: narrows webhooks and events to this client ID. With an orchestrator's key: whom it acts for. */
  clientId?: string;
  /** With the session of an orchestrator's owner: which orchestrator. */
  orchestratorId?: string;
}

type PathPart<M extends Method, P extends Path<M>> = [Parameters<M, P, "path">] extends [never]
  ? { params?: undefined }
  : { params: Parameters<M, P, "path"> };

type QueryPart<M extends Method, P extends Path<M>> = [Parameters<M, P, "query">] extends [never]
  ? { query?: undefined }
  : Record<never, never> extends Query<M, P>
    ? { query?: Query<M, P> }
    : { query: Query<M, P> };

type BodyPart<M extends Method, P extends Path<M>> = [Body<M, P>] extends [never]
  ? { body?: undefined }
  : Operation<M, P> extends { requestBody: unknown }
    ? { body: Body<M, P> }
    : { body?: Body<M, P> };

/** All of one call. */
export type Input<M extends Method, P extends Path<M>> = PathPart<M, P> &
  QueryPart<M, P> &
  BodyPart<M, P> &
  CallOptions;

/** The input may be left out where nothing in it is needed. */
export type Arguments<M extends Method, P extends Path<M>> =
  Record<never, never> extends Input<M, P> ? [input?: Input<M, P>] : [input: Input<M, P>];

/** Calls one operation of the API: throws a `QuittanceError` where it answers with an error, or nothing that counts. */
export type Call = <M extends Method, P extends Path<M>>(
  method: M,
  path: P,
  ...input: Arguments<M, P>
) => Promise<Answer<M, P>>;
